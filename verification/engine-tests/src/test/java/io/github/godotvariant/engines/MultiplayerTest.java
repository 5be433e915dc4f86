package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.MultiplayerGames.maskIds;
import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE_ORDERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerLimits;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.ProjectScripts;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMethods;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.Vectors.Golden;
import java.io.IOException;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs games with the high-level multiplayer of a real engine against a Java server. If an engine
 * can be the server as well, the games must report the same events with both servers.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The client notices missing messages.
class MultiplayerTest {
  private static final String WORD = "pear";

  /** In bytes. Eight arguments of this length fit into a packet of an engine. */
  private static final int LONGEST_ARGUMENT = 8_000;

  @TempDir Path folder;

  private final List<PeerEvent> events = new CopyOnWriteArrayList<>();

  /** The first connection. */
  private final CompletableFuture<PeerEvent> connected = new CompletableFuture<>();

  private final List<RpcCall> calls = new CopyOnWriteArrayList<>();
  private final Map<Integer, String> players = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init") // is set before each test
  private MultiplayerGames games;

  @SuppressWarnings("NullAway.Init") // is set by each test
  private MultiplayerServer server;

  /** Returns whether games connect over ENet instead of a WebSocket. */
  boolean usesEnet() {
    return false;
  }

  @BeforeEach
  void start() {
    games = new MultiplayerGames(folder, usesEnet());
  }

  @AfterEach
  void stop() {
    games.close();
  }

  // The Java server.

  static RpcMethods methods(String script) throws IOException {
    RpcMethods annotated = ProjectScripts.of(MultiplayerGames.PROJECT).methods("res://" + script);
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

  private void addEvent(PeerEvent event) {
    events.add(event);
    if (event.is(PeerEvent.CONNECTED)) {
      connected.complete(event);
    }
  }

  /** Starts a server and returns its port. */
  private int start(MultiplayerServer.Builder builder) {
    server =
        builder
            .listener(PeerEvent.listener(this::addEvent))
            .onBytes((peer, bytes) -> server.sendBytes(peer.id(), bytes, RELIABLE, 0))
            .codec(
                VariantCodec.GODOT_4.withLimits(
                    ReadLimits.NETWORK.withDepth(ReadLimits.ENGINE_DEPTH)))
            .build();
    return games.listen(server);
  }

  private MultiplayerServer.Builder on(String script) throws IOException {
    return MultiplayerServer.on(games.loop())
        .node(node("World", script))
        .node(node("World/Straße 7", "world.gd"));
  }

  /** Admits clients with the right word. The whole text identifies the player. */
  private CompletionStage<Verdict> authenticate(Peer peer, byte[] data) {
    String word = new String(data, StandardCharsets.UTF_8);
    if (!word.startsWith(WORD)) {
      return CompletableFuture.completedFuture(Verdict.REFUSE);
    }
    players.put(peer.id(), "player " + word);
    peer.sendAuth("welcome".getBytes(StandardCharsets.UTF_8));
    return CompletableFuture.completedFuture(Verdict.ADMIT);
  }

  private static MultiplayerLimits limitsWithTimeout(long millis) {
    return MultiplayerLimits.builder().authenticationMillis(millis).build();
  }

  private void inServer(Runnable task) {
    MultiplayerGames.runIn(server, task);
  }

  // Values.

  @Test
  void roundTripsArgumentsOfAllTypes() throws Exception {
    List<Golden> golden =
        Vectors.golden("4.6").stream()
            .filter(vector -> vector.objects() == ObjectMode.IDS)
            .filter(vector -> vector.bytes().length <= LONGEST_ARGUMENT)
            .filter(vector -> !Parts.any(vector.decoded(), ObjectIdValue.class::isInstance))
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

    Playing game = games.client(start(on("world.gd")), "values");

    assertThat(game.end()).endsWith(expected.size() + " calls came back").hasSizeLessThan(5);
    assertThat(calls.stream().map(RpcCall::arguments).toList()).isEqualTo(expected);
    assertThat(calls).allMatch(call -> call.method().equals("r" + call.arguments().size()));
    inServer(() -> {});
    assertThat(events.get(0)).matches(event -> event.is(PeerEvent.CONNECTED));
    assertThat(events).noneMatch(event -> event.is(PeerEvent.PROTOCOL_ERROR));
  }

  // Tests with both servers.

  @ParameterizedTest
  @CsvSource({
    "methods, world.gd, 10",
    "derived, world_derived.gd, 12",
    "kick, world.gd, 0",
  })
  void behavesLikeServerOfEngine(String run, String script, int count) throws Exception {
    List<String> lines = games.client(start(on(script)), run, "world=" + script).end();
    List<String> engine =
        games.client(games.startEngine("world=" + script), run, "world=" + script).end();

    assertThat(maskIds(lines)).isEqualTo(maskIds(engine)).hasSizeGreaterThan(count);
    assertThat(calls).hasSize(count);
    assertThat(lines.stream().filter(line -> line.contains(" of 1 with ")).count())
        .isEqualTo(count);
    inServer(() -> {});
    assertThat(events).noneMatch(event -> event.is(PeerEvent.PROTOCOL_ERROR));
    assertThat(events).noneMatch(event -> event.is(PeerEvent.METHODS_DIFFER));
  }

  @ParameterizedTest
  @CsvSource({"right_word, pear", "wrong_word, apple"})
  void authenticatesLikeServerOfEngine(String run, String word) throws Exception {
    int port = start(on("world.gd").authenticator(this::authenticate));
    List<String> lines = games.client(port, run, "word=" + word).end();
    List<String> engine = games.client(games.startEngine("word=pear"), run, "word=" + word).end();

    assertThat(maskIds(lines)).isEqualTo(maskIds(engine)).contains("peer_authenticating 1");
    assertThat(lines.contains("connected_to_server")).isEqualTo(word.equals(WORD));
  }

  private List<List<String>> twoClients(int port) throws Exception {
    return games.clients(port, "first", "connected_to_server", "second");
  }

  @Test
  void relaysCallsOfClients() throws Exception {
    List<List<String>> lines = twoClients(start(on("world.gd")));
    List<List<String>> engine = twoClients(games.startEngine());

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

  @Test
  void recognisesReturningPlayer() throws Exception {
    int port = start(on("world.gd").authenticator(this::authenticate));

    List<String> lines = games.client(port, "again", "word=pear of ada").end();
    int engine = games.startEngine("word=pear of ada");

    assertThat(maskIds(lines))
        .isEqualTo(maskIds(games.client(engine, "again", "word=pear of ada").end()));
    assertThat(lines.stream().filter("connected_to_server"::equals)).hasSize(2);
    inServer(() -> assertThat(players).hasSize(2).containsValue("player pear of ada"));
    assertThat(players.values().stream().distinct()).hasSize(1);
    assertThat(events.stream().filter(event -> event.is(PeerEvent.CONNECTED))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no_word", "silent"})
  void disconnectsClientsNotAuthenticatedInTime(String run) throws Exception {
    int port =
        start(on("world.gd").authenticator(this::authenticate).limits(limitsWithTimeout(500)));

    List<String> lines = games.client(port, run).end();
    int engine = games.startEngine("word=pear", "timeout=0.5");

    assertThat(maskIds(lines))
        .isEqualTo(maskIds(games.client(engine, run).end()))
        .contains("server_disconnected");
    inServer(() -> {});
    assertThat(events).noneMatch(event -> event.is(PeerEvent.CONNECTED));
    assertThat(events.get(events.size() - 1))
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo(PeerEvent.NOT_ADMITTED);
              assertThat(event.text())
                  .isEqualTo("not admitted in time: the game has not called send_auth()");
            });
    assertThat(calls).isEmpty();
  }

  /** Differs from an engine on purpose, which does not answer until the game gives up. */
  @Test
  void admitsAuthenticatingClientWithoutAuthenticator() throws Exception {
    List<String> lines = games.client(start(on("world.gd")), "right_word", "word=pear").end();
    List<String> engine = games.client(games.startEngine(), "wrong_word", "word=pear").end();

    assertThat(lines).contains("peer_authenticating 1", "connected_to_server", "bytes of 1: ping");
    assertThat(engine)
        .contains("peer_authenticating 1", "peer_authentication_failed 1")
        .doesNotContain("connected_to_server");
  }

  /** Differs from an engine on purpose, which calls another method, here {@code kick_me}. */
  @Test
  void rejectsCallsWhenMethodsDiffer() throws Exception {
    int port = start(on("world.gd"));

    List<String> lines = games.client(port, "different", "world=world_more.gd").end();
    assertThat(lines).hasSize(4).noneMatch(line -> line.startsWith("World."));
    games.client(games.startEngine(), "another_is_run", "world=world_more.gd").end();
    assertThat(calls).isEmpty();
    inServer(() -> {});
    assertThat(events.get(0)).matches(event -> event.is(PeerEvent.CONNECTED));
    int id = events.get(0).peer();
    assertThat(events.get(1)).isEqualTo(new PeerEvent(PeerEvent.METHODS_DIFFER, id, "World"));
    assertThat(events.subList(2, 4)).allMatch(event -> event.is(PeerEvent.PROTOCOL_ERROR));
    assertThat(events.subList(4, events.size()))
        .noneMatch(event -> event.is(PeerEvent.PROTOCOL_ERROR));
  }

  // Tests with the Java server only.

  @Test
  void deliversCallBeforeDisconnect() throws Exception {
    RpcNode world =
        RpcNode.at("World")
            .names(methods("world.gd"))
            .method("r1", AUTHORITY, RELIABLE)
            .method(
                "kick_me",
                ANY_PEER,
                RELIABLE,
                call -> {
                  call.reply("r1", "the reason");
                  server.disconnect(call.sender());
                })
            .build();

    List<String> lines =
        games.client(start(MultiplayerServer.on(games.loop()).node(world)), "kick").end();

    assertThat(lines)
        .containsSubsequence("World.r1 of 1 with [\"the reason\"]", "server_disconnected");
  }

  @Test
  void callsAllClients() throws Exception {
    RpcNode world = node("World", "world.gd");
    int port = start(MultiplayerServer.on(games.loop()).node(world));
    Playing game = games.client(port, "listening");
    // Over ENet, the client is connected before its acknowledgement arrives.
    connected.get(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS);
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

  /** Returns the script of the multiplayer guide for the transport of this test. */
  String sample(String script) {
    return script;
  }

  /** Runs the script of the multiplayer guide with the server of the same guide. */
  @Test
  void callsServerFromSampleScript() throws Exception {
    int port =
        start(
            MultiplayerServer.on(games.loop())
                .node(
                    RpcNode.at("World")
                        .method(
                            "ask",
                            ANY_PEER,
                            RELIABLE,
                            call -> call.reply("answer", call.argumentLong(0) + 1))
                        .method("answer", AUTHORITY, RELIABLE)
                        .build()));
    String sample = sample(Files.readString(MultiplayerGames.PROJECT.resolve("sample.gd")));
    Files.writeString(folder.resolve("sample.gd"), sample.replace("4242", Integer.toString(port)));

    games.begin("page.gd").awaitPrinted("the answer is 42");

    inServer(() -> {});
    assertThat(events).singleElement().matches(event -> event.is(PeerEvent.CONNECTED));
  }

  /** Only WebSockets have subprotocols. */
  @ParameterizedTest
  @CsvSource({"arena, methods, connected_to_server", "lobby, refused, connection_failed"})
  void selectsSubprotocol(String protocol, String run, String line) throws Exception {
    assumeFalse(usesEnet());
    Playing game = games.client(start(on("world.gd")), run, "protocol=" + protocol);
    assertThat(game.end()).contains(line);
    assertThat(calls).hasSize(run.equals("methods") ? 10 : 0);
  }

  @Test
  void removesPeerThatLeaves() throws Exception {
    games.client(start(on("world.gd")), "methods").end();
    CompletableFuture<Void> removed = new CompletableFuture<>();
    server.tick(
        10,
        TimeUnit.MILLISECONDS,
        () -> {
          if (server.peers().isEmpty()) {
            removed.complete(null);
          }
        });
    removed.orTimeout(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    assertThat(events.get(events.size() - 1)).matches(event -> event.is(PeerEvent.DISCONNECTED));
    assertThat(IntStream.range(0, events.size()).filter(i -> events.get(i).peer() < 2)).isEmpty();
  }
}
