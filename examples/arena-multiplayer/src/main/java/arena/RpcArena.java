package arena;

import static io.github.godotvariant.multiplayer.Authenticator.Verdict.*;
import static io.github.godotvariant.multiplayer.RpcMode.*;
import static io.github.godotvariant.multiplayer.TransferMode.*;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.*;
import io.github.godotvariant.netty.NettyMultiplayer;
import io.micrometer.core.instrument.logging.LoggingMeterRegistry;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.net.InetSocketAddress;
import java.util.*;
import java.util.concurrent.*;

/** The arena for clients with Godot's high-level multiplayer. Runs in one thread, without locks. */
public final class RpcArena implements MultiplayerListener {
  private static final Map<String, String> TOKENS = // a real game has an account service
      Map.of("apple", "ada", "pear", "bob", "plum", "admin");

  private final Spawner units;
  private final RpcNode arena;
  private final Map<String, Peer> players = new HashMap<>(); // these three maps: by name
  private final Map<String, ReplicatedNode> bodies = new HashMap<>();
  private final Map<String, Vector2> goals = new HashMap<>();
  private MultiplayerServer server;

  private RpcArena(File project) throws Exception {
    units = ProjectScenes.of(project.toPath()).spawner("res://main.tscn", "Spawner");
    arena =
        RpcNode.at("Main/Arena")
            .names(ProjectScripts.of(project.toPath()).methods("res://arena.gd"))
            .method("move", ANY_PEER, UNRELIABLE_ORDERED, this::move)
            .method("chat", ANY_PEER, RELIABLE, this::chat)
            .method("said", AUTHORITY, RELIABLE)
            .build();
  }

  public static void main(String[] args) throws Exception { // PROJECT [CERTIFICATE KEY]
    RpcArena game = new RpcArena(new File(args[0]));
    String host = System.getProperty("host", "127.0.0.1");
    NettyMultiplayer.Builder builder =
        NettyMultiplayer.server()
            .name("arena")
            .node(game.arena)
            .listener(game)
            .webSocket(new InetSocketAddress(host, Integer.getInteger("websocket", 4244)), "/arena")
            .enet(new InetSocketAddress(host, Integer.getInteger("enet", 4244))) // UDP
            .authenticator((peer, token) -> game.authenticate(peer, new String(token, UTF_8)))
            .relay((from, to, packet) -> false); // no packets between clients
    if (args.length == 3) {
      builder.tls(SslContextBuilder.forServer(new File(args[1]), new File(args[2])).build());
    }
    if (Boolean.getBoolean("metrics")) {
      builder.metrics(new MicrometerMetrics(new LoggingMeterRegistry(), "arena"));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(builder.start()::close));
  }

  @Override
  public void started(MultiplayerServer started) {
    server = started;
    server.tick(50, TimeUnit.MILLISECONDS, this::tick);
  }

  private CompletionStage<Authenticator.Verdict> authenticate(Peer peer, String token) {
    String name = TOKENS.get(token);
    peer.attach(name);
    boolean isValid = name != null && !players.containsKey(name);
    return CompletableFuture.completedFuture(isValid ? ADMIT : REFUSE);
  }

  private static String name(Peer peer) {
    return peer.attachment(String.class).orElseThrow();
  }

  @Override
  public void peerConnected(Peer peer) {
    String name = name(peer);
    if (players.putIfAbsent(name, peer) != null) {
      peer.disconnect("the player is already connected");
      return;
    }
    goals.put(name, new Vector2(320, 200));
    var values = Map.of("position", goals.get(name), "label", name, "hits", 0);
    bodies.put(name, server.spawn(units, 0, "Unit" + peer.id(), values));
    server.callAll(arena, "said", "arena", name + " comes");
  }

  @Override
  public void peerDisconnected(Peer peer, String reason) {
    String name = name(peer);
    if (players.remove(name, peer)) {
      bodies.remove(name).remove();
      server.callAll(arena, "said", "arena", name + " leaves");
    }
  }

  private void move(RpcCall call) { // sets the target; tick() limits the speed
    Vector2 to = call.argument(0, Vector2.class);
    double x = Math.max(0, Math.min(640, to.x()));
    goals.put(name(call.peer()), new Vector2(x, Math.max(0, Math.min(400, to.y()))));
  }

  private void chat(RpcCall call) {
    String text = call.argumentString(0);
    String from = name(call.peer());
    String named = text.substring(text.indexOf(' ') + 1);
    if (from.equals("admin") && text.startsWith("/kick ")) {
      Optional.ofNullable(players.get(named)).ifPresent(peer -> peer.disconnect("kicked"));
    } else if (text.startsWith("/hit ")) {
      bodies.computeIfPresent(named, (n, body) -> body.set("hits", body.get("hits").asLong() + 1));
    } else if (text.length() <= 200) {
      server.callAll(arena, "said", from, text);
    }
  }

  private void tick() {
    bodies.forEach(
        (name, body) -> {
          Vector2 at = body.get("position").as(Vector2.class);
          double x = goals.get(name).x() - at.x(), y = goals.get(name).y() - at.y();
          double part = Math.min(1, 20 / Math.max(1, Math.hypot(x, y))); // 400 pixels a second
          body.set("position", new Vector2(at.x() + x * part, at.y() + y * part));
        });
    server.replicate();
  }
}
