package io.github.godotvariant.engines;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A Java server that does the same as {@code stage.gd} on a server of an engine. */
final class MultiplayerStage {
  /** The configuration of {@code unit.tscn}. */
  static final ReplicationConfig UNIT =
      ReplicationConfig.builder()
          .spawned("position", ReplicationMode.ALWAYS)
          .spawned("label", ReplicationMode.NEVER)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .property("mood", ReplicationMode.ON_CHANGE)
          .build();

  private final Spawner spawner = Spawner.at("World/Stage/Spawner").scene(UNIT).build();
  private final Spawner maker = Spawner.at("World/Stage/Maker").build();
  private final Map<String, ReplicatedNode> units = new HashMap<>();

  /** The peers that see a unit, by the name of the unit. */
  private final Map<String, Set<Integer>> viewers = new HashMap<>();

  private final MultiplayerServer server;
  private final RpcNode world;
  private final RpcNode flagSync =
      node("World/Stage/Flag/Sync", "sync.gd")
          .method("jump", ANY_PEER, RELIABLE, call -> onJump(call.sender()))
          .build();

  /** Creates a server without a flag. */
  MultiplayerStage(EventLoop loop, RpcNode world, MultiplayerListener listener) throws IOException {
    this.world = world;
    server =
        MultiplayerServer.on(loop)
            .node(world)
            .node(
                node("World/Stage", "stage.gd")
                    .method("ask", ANY_PEER, RELIABLE, this::onAsk)
                    .build())
            .listener(listener)
            .onBytes((peer, bytes) -> peer.server().sendBytes(peer.id(), bytes, RELIABLE, 0))
            .build();
    server.tick(20, TimeUnit.MILLISECONDS, server::replicate);
  }

  /** Returns a node with the names of a script. */
  static RpcNode.Builder node(String path, String script) throws IOException {
    return RpcNode.at(path).names(MultiplayerTest.methods(script));
  }

  MultiplayerServer server() {
    return server;
  }

  void addFlag() {
    MultiplayerGames.runIn(
        server,
        () -> {
          server.add(flagSync);
          units.put("Flag", server.synchronize(flagSync.path(), UNIT, values("none", 0, 0, 100)));
        });
  }

  private void onJump(int peer) {
    server.call(peer, world, "r1", "jumped");
  }

  private static Map<String, Object> values(String label, double x, double y, int hp) {
    return Map.of("position", new Vector2(x, y), "label", label, "hp", hp, "mood", 1);
  }

  private void onAsk(RpcCall call) {
    String name = call.argumentString(1);
    switch (call.argumentString(0)) {
      case "spawn" -> units.put(name, server.spawn(spawner, 0, name, first(name, 100)));
      case "spawn for me" -> {
        units.put(name, server.spawn(spawner, 0, name, first(name, 100)));
        viewers.put(name, new HashSet<>(Set.of(call.sender())));
        updateVisibility(name);
      }
      case "make" -> {
        VariantArray argument = VariantArray.of(Variant.of(name), Variant.of(55));
        units.put(name, server.spawn(maker, argument, name, List.of(UNIT), first(name, 55)));
      }
      case "show" -> {
        viewers(name).add(call.sender());
        updateVisibility(name);
      }
      case "hide" -> {
        viewers(name).remove(call.sender());
        updateVisibility(name);
      }
      case "move" -> move(unit(name));
      case "hurt" -> add(unit(name), "hp", -10);
      case "cheer" -> add(unit(name), "mood", 1);
      case "change" -> {
        move(unit(name));
        add(unit(name), "hp", -10);
        add(unit(name), "mood", 1);
      }
      case "remove" -> {
        unit(name).remove();
        units.remove(name);
      }
      case "give" -> give(call.sender(), unit(name));
      case "take" -> {
        server.stopReceiving(flagSync.path());
        server.remove(flagSync);
        server.call(call.sender(), world, "r1", "taken");
      }
      default -> throw new AssertionError(call);
    }
  }

  private static Map<String, Object> first(String name, int hp) {
    return values("unit " + name, 10, 20, hp);
  }

  private ReplicatedNode unit(String name) {
    return Objects.requireNonNull(units.get(name), name);
  }

  private Set<Integer> viewers(String name) {
    return Objects.requireNonNull(viewers.get(name), name);
  }

  private void updateVisibility(String name) {
    unit(name).visibleTo(viewers(name)::contains);
  }

  private static void move(ReplicatedNode unit) {
    Vector2 at = (Vector2) unit.get("position");
    unit.set("position", new Vector2(at.x() + 1, at.y() + 2));
  }

  private static void add(ReplicatedNode unit, String property, int amount) {
    unit.set(property, unit.get(property).asLong() + amount);
  }

  private void give(int peer, ReplicatedNode flag) {
    flag.remove();
    Map<String, Variant> known = new HashMap<>();
    server.receive(
        flagSync.path(),
        peer,
        UNIT,
        (from, values) -> {
          known.putAll(values);
          if (values.containsKey("hp") || values.containsKey("mood")) {
            String state = "Flag has hp %s, mood %s".formatted(known.get("hp"), known.get("mood"));
            server.call(from, world, "r1", state);
          }
        });
    server.call(peer, world, "r1", "given");
  }
}
