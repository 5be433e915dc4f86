package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerConnected;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerDisconnected;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.netty.WebSocketConnectionHandler;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation of this module prints as Java, compiled and run as it is printed. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails is seen in what comes out
class SamplesTest {
  /** In seconds. This only ends what would never end. */
  private static final int PATIENCE = 60;

  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  @TempDir Path folder;

  private final List<String> logged = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();

  private void log(Object line) {
    logged.add(line.toString());
  }

  private void move(int peer, Vector2 to) {
    logged.add(peer + " moves to " + to);
  }

  private static byte[] call(int method, Object value) {
    CompressedVariantCodec.Arguments arguments =
        CompressedVariantCodec.of(VariantCodec.GODOT_4).encodeArguments(List.of(Variant.of(value)));
    return new MultiplayerPacket.Call(
            new MultiplayerPacket.ByPath("World"),
            method,
            PackedByteArray.wrap(arguments.bytes()),
            arguments.raw())
        .encode();
  }

  @Test
  void packets() {
    byte[] message = call(3, "hi");
    CompressedVariantCodec codec = CompressedVariantCodec.of(VariantCodec.GODOT_4);
    MultiplayerPacket packet = MultiplayerPacket.decode(message);
    if (packet instanceof MultiplayerPacket.Call call) {
      List<Variant> arguments = codec.decodeArguments(call.arguments().asBuffer(), call.raw());
      log(call.node() + " method " + call.method() + ": " + arguments);
    }
    assertThat(logged).singleElement().asString().endsWith(" method 3: [\"hi\"]");
  }

  /** As somebody writes it who has no checker of nulls. */
  @SuppressWarnings({"NullAway", "NullAway.Init"})
  private static final class Game {
    private final ReplicationConfig player =
        ReplicationConfig.builder() // as in the synchronizer of the scene
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .build();
    private final ReplicationConfig input =
        ReplicationConfig.builder().property("direction", ReplicationMode.ALWAYS).build();
    private final ReplicationConfig time =
        ReplicationConfig.builder().property("seconds", ReplicationMode.ON_CHANGE).build();
    private final Spawner spawner = Spawner.at("World/Spawner").scene(player).build();
    private final RpcNode world =
        RpcNode.at("World")
            .method("chat", ANY_PEER, RELIABLE, this::chat)
            .method("said", AUTHORITY, RELIABLE)
            .build();
    private final Map<Integer, ReplicatedNode> players = new HashMap<>(); // by the id of the peer
    private final Map<Integer, Vector2> directions = new HashMap<>();
    private final MultiplayerServer server;
    private ReplicatedNode clock; // which every client has in its scene
    private int ticks;

    Game(ScheduledExecutorService loop) {
      server = MultiplayerServer.on(loop).node(world).onEvent(this::happened).build();
      server.execute(
          () -> clock = server.synchronize("World/Clock/Sync", time, Map.of("seconds", 0)));
      server.tick(50, TimeUnit.MILLISECONDS, this::tick);
    }

    private void happened(MultiplayerEvent event) {
      int id = event.peer();
      if (event instanceof PeerConnected) {
        Map<String, Object> values = Map.of("position", new Vector2(0, 0), "hp", 100);
        players.put(id, server.spawn(spawner, 0, "P" + id, values));
        server.receive(
            "World/Players/P" + id + "/Input",
            id, // the peer that owns it and may send
            input,
            (peer, sent) -> directions.put(peer, sent.get("direction").as(Vector2.class)));
        server.callAll(world, "said", id + " comes");
      } else if (event instanceof PeerDisconnected) {
        players.remove(id).remove(); // receive() has already ended
        directions.remove(id);
        server.callAll(world, "said", id + " leaves");
      }
    }

    private void chat(RpcCall call) {
      String text = call.arguments(1).get(0).asString();
      if (text.length() > 200) {
        server.disconnect(call.sender()); // calls happened() before it returns
        return;
      }
      server.callAll(world, "said", call.sender() + ": " + text);
    }

    private void tick() {
      clock.set("seconds", ++ticks / 20);
      directions.forEach(
          (id, direction) -> {
            Vector2 at = players.get(id).get("position").as(Vector2.class);
            Vector2 to = new Vector2(at.x() + 5 * direction.x(), at.y() + 5 * direction.y());
            players.get(id).set("position", to);
          });
      server.replicate();
    }
  }

  @Test
  void whatEveryGameDoes() {
    io.netty.channel.EventLoop loop = channel.eventLoop();
    Game game = new Game(loop);
    FakeClient ada = new FakeClient();
    FakeClient bob = new FakeClient();
    channel.runPendingTasks();
    game.server.run(
        () -> {
          ada.peer = game.server.connect(ada);
          bob.peer = game.server.connect(bob);
          ada.take();
          String path = "World/Players/P" + bob.id + "/Input";
          bob.sends(new MultiplayerPacket.Announce("d41d8cd98f00b204e9800998ecf8427e", 7, path));
          PackedByteArray values =
              PackedByteArray.of(
                  CompressedVariantCodec.of(VariantCodec.GODOT_4).encode(new Vector2(1, 2)));
          bob.sends(
              new MultiplayerPacket.Sync(
                  1, List.of(new MultiplayerPacket.State(Replication.BY_PATH + 7, values))));
          game.tick();
          assertThat(game.players.get(bob.id))
              .satisfies(node -> assertThat(node.get("position")).isEqualTo(new Vector2(5, 10)));
          assertThat(ada.take()).last().isInstanceOf(MultiplayerPacket.Delta.class);
          bob.sends(call(0, "hello"));
          assertThat(ada.take()).last().isInstanceOf(MultiplayerPacket.Call.class);
          bob.sends(call(0, "x".repeat(201)));
          assertThat(bob.closed).isTrue();
          assertThat(ada.take().stream().map(Object::getClass).map(Class::getSimpleName))
              .containsExactly("RemovePeer", "Despawn", "Call");
          game.tick();
          assertThat(game.players).containsOnlyKeys(ada.id);
        });
  }

  @Test
  void limits() {
    MultiplayerLimits limits = MultiplayerLimits.DEFAULT.withCalls(200).withFaults(5);
    assertThat(limits.calls()).isEqualTo(200);
    assertThat(limits.faults()).isEqualTo(5);
  }

  @Test
  void aServer() {
    EmbeddedChannel eventLoopOf = new EmbeddedChannel();
    io.netty.channel.EventLoop eventLoop = eventLoopOf.eventLoop();
    RpcNode world =
        RpcNode.at("World")
            .method(
                "move",
                ANY_PEER,
                UNRELIABLE,
                call -> move(call.sender(), call.argument(0, Vector2.class)))
            .method("say", AUTHORITY, RELIABLE) // which only the server calls
            .build();
    MultiplayerServer server =
        MultiplayerServer.on(eventLoop).node(world).onEvent(event -> log(event)).build();
    server.execute(() -> server.callAll(world, "say", "welcome"));
    FakeClient client = new FakeClient();
    server.run(
        () -> {
          client.peer = server.connect(client);
          client.sends(call(0, new Vector2(1, 2)));
        });
    eventLoopOf.runPendingTasks();
    assertThat(client.received).last().isInstanceOf(MultiplayerPacket.Call.class);
    assertThat(logged)
        .containsExactly(
            "PeerConnected[peer=" + client.id + "]", client.id + " moves to Vector2(1, 2)");
  }

  @Test
  void scripts() throws IOException {
    Path project = folder;
    Files.writeString(project.resolve("project.godot"), "config_version=5\n");
    Files.writeString(
        project.resolve("world.gd"),
        "extends Node\n@rpc func say(a): pass\n@rpc func go(): pass\n");
    ProjectScripts scripts = ProjectScripts.of(project); // the folder of project.godot
    RpcMethods world = scripts.methods("res://world.gd");
    assertThat(world.number("say")).contains(1);
    RpcNode node =
        RpcNode.at("World")
            .names(scripts.methods("res://world.gd").withConfigured(List.of("hidden")))
            .method("say", ANY_PEER, RELIABLE, call -> log(call.argumentString(0)))
            .build();
    assertThat(node.methods().number("hidden")).contains(RpcMethods.CONFIGURED);
  }

  @Test
  void replication() {
    ReplicationConfig unit =
        ReplicationConfig.builder()
            .spawned("position", ReplicationMode.ALWAYS)
            .spawned("hp", ReplicationMode.ON_CHANGE)
            .build();
    MultiplayerServer server = MultiplayerServer.on(channel.eventLoop()).build();
    FakeClient client = new FakeClient();
    server.run(
        () -> {
          client.peer = server.connect(client);
          Spawner units = Spawner.at("World/Spawner").scene(unit).build();
          ReplicatedNode u1 =
              server.spawn(units, 0, "U1", Map.of("position", new Vector2(10, 20), "hp", 100));
          u1.set("hp", 90);
          server.replicate();
          assertThat(client.take().stream().map(Object::getClass).map(Class::getSimpleName))
              .contains("Announce", "Spawn", "Delta");
          int peer = client.id;
          Set<Integer> red = new HashSet<>(); // the peers of a team
          ReplicatedNode mine =
              server.spawn(
                  units, 0, "Mine", Map.of("position", new Vector2(5, 5), "hp", 1), red::contains);
          red.add(peer);
          server.updateVisibility(peer); // spawns the mine at this peer now
          assertThat(mine.isSeenBy(peer)).isTrue();
        });
    assertThat(client.received.stream().map(Object::getClass).map(Class::getSimpleName))
        .containsExactly("Spawn");
  }

  @Test
  void aPipeline() {
    MultiplayerServer server = MultiplayerServer.on(channel.eventLoop()).build();
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(15, 0, 0), // seconds
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/game")
                    .checkStartsWith(true) // a query may follow
                    .dropPongFrames(false)
                    .build()),
            new WebSocketConnectionHandler(),
            new WebSocketFrameAggregator(65_536),
            new MultiplayerWebSocketHandler(server));
    channel.pipeline().addFirst(new FlushConsolidationHandler(256, true));
    FakeWebSocketClient client =
        new FakeWebSocketClient(channel, new io.netty.buffer.UnpooledByteBufAllocator(false));
    assertThat(client.handshake()).startsWith("HTTP/1.1 101 ");
    assertThat(client.take()).hasSize(1);
    client.end();
  }

  @Test
  void rooms() {
    MultiplayerServer one = MultiplayerServer.on(channel.eventLoop()).build();
    Map<String, MultiplayerServer> rooms = Map.of("/rooms/1", one);
    channel
        .pipeline()
        .addLast(
            new IdleStateHandler(15, 0, 0), // seconds
            new HttpServerCodec(),
            new HttpObjectAggregator(8192),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/rooms")
                    .checkStartsWith(true) // the room follows
                    .dropPongFrames(false)
                    .build()),
            new WebSocketConnectionHandler(),
            new WebSocketFrameAggregator(65_536),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event instanceof HandshakeComplete handshake) {
                  MultiplayerServer room =
                      rooms.get(new QueryStringDecoder(handshake.requestUri()).path());
                  if (room == null) {
                    ctx.close();
                    return;
                  }
                  ctx.pipeline().addLast(new MultiplayerWebSocketHandler(room));
                }
                ctx.fireUserEventTriggered(event);
              }
            });
    FakeWebSocketClient client =
        new FakeWebSocketClient(channel, new io.netty.buffer.UnpooledByteBufAllocator(false));
    assertThat(client.handshakeAt("/rooms/1?token=x")).startsWith("HTTP/1.1 101 ");
    assertThat(client.take()).as("the id").hasSize(1);
    one.run(() -> assertThat(one.peers()).hasSize(1));
    client.end();
  }

  /** Who comes back is the same player by the token, whatever its id. */
  @Test
  void players() {
    Map<String, String> names = Map.of("t-1", "ada");
    Map<Integer, String> players = new HashMap<>();
    Authenticator byToken =
        (peer, data) -> {
          String name = names.get(new String(data, StandardCharsets.UTF_8));
          if (name == null) {
            return CompletableFuture.completedFuture(Verdict.REFUSE);
          }
          players.put(peer.id(), name);
          return CompletableFuture.completedFuture(Verdict.ADMIT);
        };
    MultiplayerServer server =
        MultiplayerServer.on(channel.eventLoop()).authenticator(byToken).build();
    for (String token : List.of("t-1", "t-1", "t-2")) {
      server.run(
          () -> {
            FakeClient client = new FakeClient();
            client.peer = server.connect(client);
            client.sends(
                new MultiplayerPacket.Auth(
                    PackedByteArray.of(token.getBytes(StandardCharsets.UTF_8))));
            client.sends(new MultiplayerPacket.AuthDone());
          });
      channel.runPendingTasks();
    }
    assertThat(players.values()).containsExactly("ada", "ada");
    server.run(() -> assertThat(server.peers()).hasSize(2));
  }

  /** A client of Java's own, which keeps whole messages. */
  private static final class Messages implements WebSocket.Listener {
    final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      received.add(bytes);
      socket.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  @Test
  void twentyLines() throws Exception {
    int port = 0;
    RpcNode world =
        RpcNode.at("World") // in the game: /root/World
            .method(
                "ask", ANY_PEER, RELIABLE, call -> call.reply("answer", call.argumentInt(0) + 1))
            .method("answer", AUTHORITY, RELIABLE)
            .build();
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    MultiplayerServer server = MultiplayerServer.on(loop.next()).node(world).build();
    Channel listening =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new IdleStateHandler(15, 0, 0), // seconds
                            new HttpServerCodec(),
                            new HttpObjectAggregator(8192),
                            new WebSocketServerProtocolHandler(
                                WebSocketServerProtocolConfig.newBuilder()
                                    .websocketPath("/game")
                                    .checkStartsWith(true) // a query may follow
                                    .dropPongFrames(false)
                                    .build()),
                            new WebSocketConnectionHandler(),
                            new WebSocketFrameAggregator(65_536),
                            new MultiplayerWebSocketHandler(server));
                  }
                })
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    Messages messages = new Messages();
    WebSocket client =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(
                    "ws://127.0.0.1:"
                        + ((InetSocketAddress) listening.localAddress()).getPort()
                        + "/game"),
                messages)
            .get(PATIENCE, TimeUnit.SECONDS);
    client.sendBinary(ByteBuffer.wrap(call(1, 41)), true).get(PATIENCE, TimeUnit.SECONDS);
    assertThat(messages.received.poll(PATIENCE, TimeUnit.SECONDS)).as("the id").hasSize(4);
    assertThat(messages.received.poll(PATIENCE, TimeUnit.SECONDS)).as("World").startsWith(1);
    assertThat(messages.received.poll(PATIENCE, TimeUnit.SECONDS)).isEqualTo(call(0, 42));
    client.abort();
    listening.close().sync();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }
}
