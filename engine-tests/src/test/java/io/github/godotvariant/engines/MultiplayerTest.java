package io.github.godotvariant.engines;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE_ORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectId;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerEvent;
import io.github.godotvariant.multiplayer.MultiplayerEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.MethodsDiffer;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerConnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerFault;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerWebSocketHandler;
import io.github.godotvariant.multiplayer.ProjectScripts;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMethods;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.ServerPeer;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.Vectors.Golden;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Games with the high-level multiplayer of a real engine, as they are, whose server is ours. Where
 * an engine can be the server as well, it is, and the games must not be able to tell.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what is lost is missed by the client
class MultiplayerTest {
  private static final Path PROJECT =
      Path.of(System.getProperty("engine.scripts", "engines"), "multiplayer");
  private static final Path PAGE = Path.of("..", "docs", "multiplayer.md");
  private static final Pattern GDSCRIPT = Pattern.compile("```gdscript\n(.*?)```", Pattern.DOTALL);
  private static final String WORD = "pear";

  /** Eight of them fit into what an engine sends. */
  private static final int LONGEST_ARGUMENT = 8_000;

  private static final int PATIENCE = 60;

  /** What is expected to go wrong is not to be read in the log of every build. */
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  @TempDir Path folder;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final List<Playing> games = new ArrayList<>();
  private final List<MultiplayerEvent> events = new CopyOnWriteArrayList<>();
  private final List<RpcCall> calls = new CopyOnWriteArrayList<>();
  private final Map<Integer, String> players = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init") // each test starts one
  private MultiplayerServer server;

  @AfterEach
  void stop() {
    games.forEach(Playing::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  // Our server.

  private static RpcMethods methods(String script) throws IOException {
    RpcMethods annotated = ProjectScripts.of(PROJECT).methods("res://" + script);
    return script.equals("world_derived.gd")
        ? annotated.withConfigured(List.of("zz_configured", "configured", "twice", "disabled"))
        : annotated;
  }

  private RpcNode node(String path, String script) throws IOException {
    RpcNode.Builder node = RpcNode.at(path).names(methods(script));
    List<String> names =
        script.equals("world_derived.gd")
            ? List.of("a_first", "of_base", "of_both", "twice", "zz_configured", "configured")
            : List.of("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "_under");
    names.forEach(name -> node.method(name, ANY_PEER, RELIABLE, this::callBack));
    if (!script.equals("world_derived.gd")) {
      node.method("Größe", ANY_PEER, UNRELIABLE_ORDERED, 3, this::callBack)
          .method("kick_me", ANY_PEER, RELIABLE, call -> server.disconnect(call.sender()))
          .method("only_the_server", AUTHORITY, RELIABLE);
    }
    return node.build();
  }

  private void callBack(RpcCall call) {
    calls.add(call);
    call.reply(call.method(), call.arguments().toArray());
  }

  /** Its port. Channels have two event loops, and the server is in one of them. */
  private int start(MultiplayerServer.Builder builder) {
    server =
        builder
            .onEvent(events::add)
            .onBytes((peer, bytes) -> server.sendBytes(peer, bytes, RELIABLE, 0))
            .codec(
                VariantCodec.GODOT_4.withLimits(
                    ReadLimits.NETWORK.withDepth(ReadLimits.ENGINE_DEPTH)))
            .build();
    Channel listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler("/game", "arena"),
                            new WebSocketFrameAggregator(65_536),
                            new MultiplayerWebSocketHandler(server));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  private MultiplayerServer.Builder on(String script) throws IOException {
    return MultiplayerServer.on(group.next())
        .node(node("World", script))
        .node(node("World/Straße 7", "world.gd"));
  }

  /** One word admits, and who says it is known by it when it comes again. */
  private CompletionStage<Verdict> judge(ServerPeer peer, byte[] data) {
    String word = new String(data, StandardCharsets.UTF_8);
    if (!word.startsWith(WORD)) {
      return CompletableFuture.completedFuture(Verdict.REFUSE);
    }
    players.put(peer.id(), "player " + word);
    peer.sendAuth("welcome".getBytes(StandardCharsets.UTF_8));
    return CompletableFuture.completedFuture(Verdict.ADMIT);
  }

  private static MultiplayerLimits patient(long millis) {
    return new MultiplayerLimits(1_000, 1_000, 1_024, 65_535, 20, 1_000, 1_000_000, millis);
  }

  /** Something of the server's, in its thread. */
  private void inServer(Runnable task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    server.execute(
        () -> {
          task.run();
          done.complete(null);
        });
    done.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
  }

  // Engines.

  private Playing begin(String script, String... arguments) throws IOException {
    Path project = Files.createDirectory(folder.resolve("game " + games.size()));
    try (Stream<Path> files = Files.list(PROJECT)) {
      for (Path file : files.toList()) {
        Files.copy(file, project.resolve(file.getFileName()));
      }
    }
    if (Files.exists(folder.resolve("printed.gd"))) {
      Files.copy(folder.resolve("printed.gd"), project.resolve("printed.gd"));
    }
    if (Files.exists(folder.resolve("values.bin"))) {
      Files.createDirectory(project.resolve("in"));
      Files.copy(folder.resolve("values.bin"), project.resolve("in/values.bin"));
    }
    Playing game = Engines.of(Release.GODOT_4).begin(project, script, arguments);
    games.add(game);
    return game;
  }

  private Playing client(int port, String run, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("port=" + port, "run=" + run));
    all.addAll(List.of(arguments));
    return begin("client.gd", all.toArray(String[]::new));
  }

  private int startEngine(String... arguments) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    List<String> all = new ArrayList<>(List.of("port=" + port));
    all.addAll(List.of(arguments));
    begin("server.gd", all.toArray(String[]::new)).awaitLine("ready");
    return port;
  }

  /** Without ids. */
  private static List<String> masked(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll("\\d{2,}", "#")).toList();
  }

  // Values.

  @Test
  void argumentsOfAllTypesBothWays() throws Exception {
    List<Golden> golden =
        Vectors.golden("4.6").stream()
            .filter(vector -> vector.objects() == ObjectMode.IDS)
            .filter(vector -> vector.bytes().length <= LONGEST_ARGUMENT)
            .filter(vector -> !Parts.any(vector.decoded(), ObjectId.class::isInstance))
            .toList();
    List<Variant> values = golden.stream().map(Golden::decoded).toList();
    assertThat(values.stream().map(Variant::getClass).distinct().count()).isGreaterThan(35);
    int bytes = golden.stream().mapToInt(vector -> vector.bytes().length + Integer.BYTES).sum();
    ByteBuffer file = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    golden.forEach(vector -> file.putInt(vector.bytes().length).put(vector.bytes()));
    Files.write(folder.resolve("values.bin"), file.array());
    List<List<Variant>> expected = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      expected.add(List.of(values.get(i)));
      expected.add(values.subList(i, Math.min(i + i % 9, values.size())));
    }
    expected.remove(List.of((Variant) PackedByteArray.of()));
    expected.removeIf(List.of((Variant) PackedByteArray.of())::equals);

    Playing game = client(start(on("world.gd")), "values");

    assertThat(game.end()).endsWith(expected.size() + " calls came back").hasSizeLessThan(5);
    assertThat(calls.stream().map(RpcCall::arguments).toList()).isEqualTo(expected);
    assertThat(calls).allMatch(call -> call.method().equals("r" + call.arguments().size()));
    inServer(() -> {});
    assertThat(events.get(0)).isInstanceOf(PeerConnected.class);
    assertThat(events).noneMatch(PeerFault.class::isInstance);
  }

  // Where an engine can be the server as well.

  @ParameterizedTest
  @CsvSource({
    "methods, world.gd, 10",
    "derived, world_derived.gd, 12",
    "kick, world.gd, 0",
  })
  void gamesDoNotKnowWhoTheServerIs(String run, String script, int count) throws Exception {
    List<String> lines = client(start(on(script)), run, "world=" + script).end();
    List<String> engine = client(startEngine("world=" + script), run, "world=" + script).end();

    assertThat(masked(lines)).isEqualTo(masked(engine)).hasSizeGreaterThan(count);
    assertThat(calls).hasSize(count);
    assertThat(lines.stream().filter(line -> line.contains(" of 1 with ")).count())
        .isEqualTo(count);
    inServer(() -> {});
    assertThat(events).noneMatch(PeerFault.class::isInstance);
    assertThat(events).noneMatch(MethodsDiffer.class::isInstance);
  }

  @ParameterizedTest
  @CsvSource({"right_word, pear", "wrong_word, apple"})
  void gamesAreAdmittedAsByAnEngine(String run, String word) throws Exception {
    int port = start(on("world.gd").authenticator(this::judge));
    List<String> lines = client(port, run, "word=" + word).end();
    List<String> engine = client(startEngine("word=pear"), run, "word=" + word).end();

    assertThat(masked(lines)).isEqualTo(masked(engine)).contains("peer_authenticating 1");
    assertThat(lines.contains("connected_to_server")).isEqualTo(word.equals(WORD));
  }

  private List<List<String>> twoClients(int port) throws Exception {
    Playing first = client(port, "first");
    first.awaitLine("connected_to_server");
    Playing second = client(port, "second");
    return List.of(masked(first.end()), masked(second.end()));
  }

  @Test
  void clientsCallEachOther() throws Exception {
    List<List<String>> lines = twoClients(start(on("world.gd")));
    List<List<String>> engine = twoClients(startEngine());

    assertThat(lines).isEqualTo(engine);
    assertThat(lines.get(0))
        .contains("World.r1 of # with [\"thanks\"]", "peer_disconnected #", "bytes of 1: to all");
    assertThat(lines.get(1))
        .containsSequence("connected_to_server", "peer_connected 1", "peer_connected #")
        .contains(
            "World.r1 of # with [\"to all\"]",
            "World.r1 of # with [\"to all but the server\"]",
            "World.r2 of # with [2, \"to one\"]",
            "World.r2 of # with [3, \"by number\"]",
            "bytes of #: bytes",
            "bytes of #: to all");
    assertThat(calls).singleElement().extracting(RpcCall::method).isEqualTo("r1");
  }

  // What only ours can tell.

  @Test
  void theServerCallsAll() throws Exception {
    RpcNode world = node("World", "world.gd");
    int port = start(MultiplayerServer.on(group.next()).node(world));
    Playing game = client(port, "listening");
    game.awaitLine("connected_to_server");
    inServer(
        () -> {
          assertThat(server.callAll(world, "only_the_server", "once")).isEqualTo(1);
          assertThat(server.callAll(world, "only_the_server", "twice")).isEqualTo(1);
        });
    assertThat(game.end())
        .contains(
            "World.only_the_server of 1 with [\"once\"]",
            "World.only_the_server of 1 with [\"twice\"]");
  }

  /** The script of the documentation, with the server that is printed above it. */
  @Test
  void theGameOfTheDocumentation() throws Exception {
    int port =
        start(
            MultiplayerServer.on(group.next())
                .node(
                    RpcNode.at("World")
                        .method(
                            "ask",
                            ANY_PEER,
                            RELIABLE,
                            call -> call.reply("answer", call.argumentInt(0) + 1))
                        .method("answer", AUTHORITY, RELIABLE)
                        .build()));
    Matcher printed = GDSCRIPT.matcher(Files.readString(PAGE));
    assertThat(printed.find()).isTrue();
    Files.writeString(
        folder.resolve("printed.gd"), printed.group(1).replace("4242", Integer.toString(port)));

    begin("page.gd").awaitPrinted("the answer is 42");

    inServer(() -> {});
    assertThat(events).singleElement().isInstanceOf(PeerConnected.class);
  }

  @Test
  void whoComesAgainIsKnown() throws Exception {
    int port = start(on("world.gd").authenticator(this::judge));

    List<String> lines = client(port, "again", "word=pear of ada").end();

    assertThat(lines.stream().filter("connected_to_server"::equals)).hasSize(2);
    inServer(() -> assertThat(players).hasSize(2).containsValue("player pear of ada"));
    assertThat(players.values().stream().distinct()).hasSize(1);
    assertThat(events.stream().filter(PeerConnected.class::isInstance)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no_word", "silent"})
  void whoDoesNotSayTheWordIsClosedInTime(String run) throws Exception {
    int port = start(on("world.gd").authenticator(this::judge).limits(patient(500)));

    List<String> lines = client(port, run).end();

    assertThat(lines).contains("server_disconnected");
    inServer(() -> {});
    assertThat(events).noneMatch(PeerConnected.class::isInstance);
    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            AuthenticationFailed.class,
            event -> assertThat(event.reason()).isEqualTo("not admitted in time"));
    assertThat(calls).isEmpty();
  }

  @Test
  void otherMethodsAreNotCalled() throws Exception {
    int port = start(on("world.gd"));

    List<String> lines = client(port, "different", "world=world_more.gd").end();

    assertThat(lines).hasSize(4).noneMatch(line -> line.startsWith("World."));
    assertThat(calls).isEmpty();
    inServer(() -> {});
    assertThat(events.get(0)).isInstanceOf(PeerConnected.class);
    int id = events.get(0).peer();
    assertThat(events.get(1)).isEqualTo(new MethodsDiffer(id, "World"));
    assertThat(events.subList(2, 4)).allMatch(PeerFault.class::isInstance);
    assertThat(events.subList(4, events.size())).noneMatch(PeerFault.class::isInstance);
  }

  @ParameterizedTest
  @CsvSource({"arena, methods, connected_to_server", "lobby, refused, connection_failed"})
  void subProtocols(String protocol, String run, String line) throws Exception {
    Playing game = client(start(on("world.gd")), run, "protocol=" + protocol);
    assertThat(game.end()).contains(line);
    assertThat(calls).hasSize(run.equals("methods") ? 10 : 0);
  }

  /** Who leaves is told of, and leaves nothing. */
  @Test
  void whoLeavesIsGone() throws Exception {
    client(start(on("world.gd")), "methods").end();
    CompletableFuture<Void> gone = new CompletableFuture<>();
    server.tick(
        10,
        TimeUnit.MILLISECONDS,
        () -> {
          if (server.peers().isEmpty()) {
            gone.complete(null);
          }
        });
    gone.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
    assertThat(events.get(events.size() - 1)).isInstanceOf(PeerDisconnected.class);
    assertThat(IntStream.range(0, events.size()).filter(i -> events.get(i).peer() < 2)).isEmpty();
  }
}
