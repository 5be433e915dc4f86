package io.github.godotvariant.multiplayer.testing;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores the nodes that a server has spawned at a client, and the latest values of the server's
 * synchronizers.
 */
final class RemoteScene {
  /** The checksum of a node without methods. */
  static final String NO_METHODS = "d41d8cd98f00b204e9800998ecf8427e";

  /**
   * The difference between the id of a synchronizer that was not spawned and the announced number
   * of the synchronizer's path.
   */
  static final long BY_PATH = 1L << 31;

  private static final int MAX_TIME_DIFFERENCE = 32_767;

  private final CompressedVariantCodec codec;
  private final List<String> problems;

  /**
   * For each spawner, the synchronizers of each scene. The last element is for the nodes that the
   * {@code spawn_function} creates.
   */
  private final Map<String, List<List<ReplicationConfig>>> spawners;

  private final Map<String, ReplicationConfig> synchronizers;
  private final Map<Long, Node> spawned = new HashMap<>();
  private final Map<Long, Synchronizer> bySpawnedId = new HashMap<>();
  private final Map<String, Synchronizer> byPath = new HashMap<>();

  /** A spawned node, with the values of all its synchronizers. */
  private record Node(
      String spawner, String name, List<Long> synchronizers, Map<String, Variant> values) {}

  private static final class Synchronizer {
    final ReplicationConfig config;
    final Map<String, Variant> values;
    @Nullable Integer time;

    Synchronizer(ReplicationConfig config, Map<String, Variant> values) {
      this.config = config;
      this.values = values;
    }
  }

  RemoteScene(
      CompressedVariantCodec codec,
      List<String> problems,
      Map<String, List<List<ReplicationConfig>>> spawners,
      Map<String, ReplicationConfig> synchronizers) {
    this.codec = codec;
    this.problems = problems;
    this.spawners = spawners;
    this.synchronizers = synchronizers;
    synchronizers.forEach(
        (path, config) -> byPath.put(path, new Synchronizer(config, new LinkedHashMap<>())));
  }

  boolean isKnown(String path) {
    return spawners.containsKey(path) || synchronizers.containsKey(path);
  }

  ReplicationConfig synchronizer(String path) {
    ReplicationConfig config = synchronizers.get(path);
    if (config == null) {
      throw new IllegalArgumentException("the synchronizer " + path + " is not in the builder");
    }
    return config;
  }

  Map<String, Map<String, Variant>> nodes(String spawner) {
    Map<String, Map<String, Variant>> nodes = new HashMap<>();
    for (Node node : spawned.values()) {
      if (node.spawner().equals(spawner)) {
        nodes.put(node.name(), Map.copyOf(node.values()));
      }
    }
    return Map.copyOf(nodes);
  }

  Map<String, Variant> values(String path) {
    Synchronizer synchronizer = byPath.get(path);
    return synchronizer == null ? Map.of() : Map.copyOf(synchronizer.values);
  }

  /**
   * Handles a packet of the server. {@code paths} are the paths that the server has announced, by
   * number.
   */
  void handle(MultiplayerPacket packet, Map<Long, String> paths) {
    if (packet instanceof Spawn spawn) {
      handleSpawn(spawn, paths.get(spawn.spawner()));
    } else if (packet instanceof Despawn despawn) {
      Node node = spawned.remove(despawn.netId());
      if (node == null) {
        problems.add("net id " + despawn.netId() + " was despawned, which was not spawned");
      } else {
        node.synchronizers().forEach(bySpawnedId::remove);
      }
    } else if (packet instanceof Sync sync) {
      sync.states().forEach(state -> handleState(sync.time(), state, paths));
    } else if (packet instanceof Delta delta) {
      delta.changes().forEach(change -> handleChange(change, paths));
    } else if (!(packet instanceof Raw)) {
      problems.add("a packet that only clients send: " + packet);
    }
  }

  private void handleSpawn(Spawn spawn, @Nullable String path) {
    List<List<ReplicationConfig>> scenes = path == null ? null : spawners.get(path);
    if (path == null || scenes == null) {
      problems.add("the spawner with number " + spawn.spawner() + " is unknown");
      return;
    }
    boolean isFunction = spawn.scene() == MultiplayerPacket.SPAWN_FUNCTION;
    int scene = isFunction ? scenes.size() - 1 : spawn.scene();
    if (scene >= scenes.size() - (isFunction ? 0 : 1)) {
      problems.add(path + " has no scene " + scene);
      return;
    }
    List<ReplicationConfig> configs = scenes.get(scene);
    if (configs.size() != spawn.synchronizers().size()
        || spawned.containsKey(spawn.netId())
        || nodes(path).containsKey(spawn.name())) {
      problems.add("cannot spawn " + spawn);
      return;
    }
    Map<String, Variant> values = new LinkedHashMap<>();
    ByteBuffer state = spawn.state().asBuffer();
    for (int i = 0; i < configs.size(); i++) {
      bySpawnedId.put(spawn.synchronizers().get(i), new Synchronizer(configs.get(i), values));
      for (Property property : configs.get(i).properties()) {
        if (property.isSpawned()) {
          values.put(property.name(), codec.decodePrefix(state).value());
        }
      }
    }
    spawned.put(
        spawn.netId(), new Node(path, spawn.name(), List.copyOf(spawn.synchronizers()), values));
  }

  private @Nullable Synchronizer find(long id, Map<Long, String> paths) {
    return id < BY_PATH ? bySpawnedId.get(id) : byPath.get(paths.getOrDefault(id - BY_PATH, ""));
  }

  private void handleState(int time, State state, Map<Long, String> paths) {
    Synchronizer synchronizer = find(state.synchronizer(), paths);
    if (synchronizer == null) {
      // An engine ignores values of a spawned synchronizer that it does not know.
      if (state.synchronizer() >= BY_PATH) {
        problems.add("values of the unknown synchronizer " + state.synchronizer());
      }
      return;
    }
    Integer last = synchronizer.time;
    if (last != null && time <= last && last - time < MAX_TIME_DIFFERENCE) {
      return;
    }
    synchronizer.time = time;
    set(synchronizer, synchronizer.config.of(ReplicationMode.ALWAYS), state.values());
  }

  private void handleChange(Change change, Map<Long, String> paths) {
    Synchronizer synchronizer = find(change.synchronizer(), paths);
    if (synchronizer == null) {
      problems.add("changes of the unknown synchronizer " + change.synchronizer());
      return;
    }
    List<Property> changed = new ArrayList<>();
    List<Property> all = synchronizer.config.of(ReplicationMode.ON_CHANGE);
    for (int i = 0; i < all.size(); i++) {
      if ((change.properties() & 1L << i) != 0) {
        changed.add(all.get(i));
      }
    }
    set(synchronizer, changed, change.values());
  }

  private void set(Synchronizer synchronizer, List<Property> properties, PackedByteArray values) {
    ByteBuffer bytes = values.asBuffer();
    try {
      for (Property property : properties) {
        synchronizer.values.put(property.name(), codec.decodePrefix(bytes).value());
      }
    } catch (VariantException e) {
      problems.add("values that do not match the properties: " + e.getMessage());
    }
  }
}
