package arena;

import static io.github.godotvariant.multiplayer.RpcMode.*;
import static io.github.godotvariant.multiplayer.TransferMode.*;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.*;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.netty.WebSocketConnectionHandler;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.*;
import io.netty.handler.codec.http.websocketx.*;
import io.netty.handler.ssl.*;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.File;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.*;

/** The arena again, for clients with Godot's own multiplayer. All in one thread: no locks. */
public final class RpcArena {
  private static final System.Logger LOG = System.getLogger("arena");
  private static final double FASTEST = 400; // pixels a second
  private static final double SECONDS = 0.05; // of a tick

  private final Map<String, String> tokens = // yours come from elsewhere
      Map.of("apple", "ada", "pear", "bob", "plum", "admin");
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final RpcNode arena;
  private final Spawner units =
      Spawner.at("Main/Spawner")
          .scene(
              ReplicationConfig.builder() // as in unit.tscn
                  .spawned("position", ReplicationMode.ALWAYS)
                  .spawned("label", ReplicationMode.NEVER)
                  .spawned("hits", ReplicationMode.ON_CHANGE)
                  .build())
          .build();
  private final MultiplayerServer server;
  private final Map<Integer, Player> players = new LinkedHashMap<>(); // by the id of the peer

  private static final class Player {
    final String name;
    ReplicatedNode unit;
    Vector2 position = new Vector2(320, 200);
    Vector2 goal = position;

    Player(String name) {
      this.name = name;
    }
  }

  private RpcArena(Path project) throws Exception {
    arena =
        RpcNode.at("Main/Arena")
            .names(ProjectScripts.of(project).methods("res://arena.gd")) // so that numbers agree
            .method("move", ANY_PEER, UNRELIABLE_ORDERED, this::move)
            .method("chat", ANY_PEER, RELIABLE, this::chat)
            .method("said", AUTHORITY, RELIABLE)
            .build();
    server =
        MultiplayerServer.on(loop.next())
            .node(arena)
            .authenticator(this::authenticate)
            .relay((from, to, packet) -> false) // clients see each other, but send nothing
            .onEvent(this::happened)
            .build();
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1 && arguments.length != 3) {
      System.err.println("usage: arena-multiplayer PROJECT [CERTIFICATE KEY]");
      System.exit(2);
    }
    RpcArena game = new RpcArena(Path.of(arguments[0]));
    game.listen(
        arguments.length == 1
            ? null
            : SslContextBuilder.forServer(new File(arguments[1]), new File(arguments[2])).build());
    game.server.tick(50, TimeUnit.MILLISECONDS, game::tick);
    Runtime.getRuntime().addShutdownHook(new Thread(game::stop));
  }

  private void listen(SslContext tls) throws Exception {
    ChannelInitializer<Channel> clients =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            if (tls != null) {
              channel.pipeline().addLast(tls.newHandler(channel.alloc()));
            }
            channel
                .pipeline()
                .addLast(
                    new IdleStateHandler(15, 0, 0), // seconds
                    new HttpServerCodec(),
                    new HttpObjectAggregator(8192),
                    new WebSocketServerProtocolHandler(
                        WebSocketServerProtocolConfig.newBuilder()
                            .websocketPath("/arena")
                            .checkStartsWith(true) // a query may follow
                            .dropPongFrames(false)
                            .build()),
                    new WebSocketConnectionHandler(),
                    new WebSocketFrameAggregator(65_536),
                    new MultiplayerWebSocketHandler(server));
          }
        };
    Channel channel =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true) // or an answer may wait for 40 ms
            .childHandler(clients)
            .bind(System.getProperty("host", "127.0.0.1"), Integer.getInteger("websocket", 4244))
            .sync()
            .channel();
    LOG.log(Level.INFO, "websocket at {0}", channel.localAddress());
  }

  private CompletionStage<Verdict> authenticate(ServerPeer peer, byte[] data) {
    String name = tokens.get(new String(data, StandardCharsets.UTF_8));
    boolean admitted =
        name != null && players.values().stream().noneMatch(p -> p.name.equals(name));
    if (admitted) {
      players.put(peer.id(), new Player(name)); // without a unit until it is connected
    }
    return CompletableFuture.completedFuture(admitted ? Verdict.ADMIT : Verdict.REFUSE);
  }

  private void happened(MultiplayerEvent event) {
    if (event instanceof MultiplayerEvent.PeerConnected) {
      Player player = players.get(event.peer());
      player.unit =
          server.spawn(
              units,
              0,
              "Unit" + event.peer(),
              Map.of("position", player.position, "label", player.name, "hits", 0));
      server.callAll(arena, "said", "arena", player.name + " comes");
    } else if (event instanceof MultiplayerEvent.PeerDisconnected) {
      Player player = players.remove(event.peer());
      player.unit.remove();
      server.callAll(arena, "said", "arena", player.name + " leaves");
    } else if (event instanceof MultiplayerEvent.AuthenticationFailed) {
      players.remove(event.peer());
    }
  }

  private void move(RpcCall call) { // to where the player wants to be: the server says how fast
    Vector2 goal = call.argument(0, Vector2.class);
    players.get(call.sender()).goal =
        new Vector2(Math.max(0, Math.min(640, goal.x())), Math.max(0, Math.min(400, goal.y())));
  }

  private void chat(RpcCall call) {
    String text = call.argumentString(0);
    Player from = players.get(call.sender());
    if (from.name.equals("admin") && text.startsWith("/kick ")) {
      List.copyOf(players.entrySet()).stream()
          .filter(entry -> text.equals("/kick " + entry.getValue().name))
          .forEach(entry -> server.disconnect(entry.getKey()));
    } else if (text.startsWith("/hit ")) {
      players.values().stream()
          .filter(player -> player.unit != null && text.equals("/hit " + player.name))
          .forEach(player -> player.unit.set("hits", player.unit.get("hits").asInt() + 1));
    } else if (text.length() <= 200) {
      server.callAll(arena, "said", from.name, text);
    }
  }

  private void tick() {
    for (Player player : players.values()) {
      double x = player.goal.x() - player.position.x();
      double y = player.goal.y() - player.position.y();
      double part = Math.min(1, FASTEST * SECONDS / Math.max(1, Math.hypot(x, y)));
      player.position = new Vector2(player.position.x() + x * part, player.position.y() + y * part);
      if (player.unit != null) {
        player.unit.set("position", player.position);
      }
    }
    server.replicate();
  }

  private void stop() {
    loop.submit(() -> server.peers().forEach(server::disconnect)).syncUninterruptibly();
    loop.shutdownGracefully(1, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
