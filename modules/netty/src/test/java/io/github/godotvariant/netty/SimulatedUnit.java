package io.github.godotvariant.netty;

import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A spawned node of a {@link Simulation}, and the peers that may see it. */
@SuppressWarnings("NullAway.Init") // The node is set when it is spawned.
final class SimulatedUnit {
  static final ReplicationConfig CONFIG =
      ReplicationConfig.builder()
          .spawned("at", ReplicationMode.ALWAYS)
          .spawned("label", ReplicationMode.NEVER)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .build();

  final String name;
  final Map<String, Variant> values = new LinkedHashMap<>();
  final Set<Integer> seers = new HashSet<>();
  final Set<Integer> failing = new HashSet<>();
  private final boolean isPublic;
  ReplicatedNode node;

  SimulatedUnit(String name, List<Integer> peers, Random random) {
    this.name = name;
    isPublic = random.nextInt(4) == 0;
    for (int peer : peers) {
      if (random.nextBoolean()) {
        seers.add(peer);
      }
      if (random.nextInt(10) == 0) {
        failing.add(peer);
      }
    }
    values.put("at", Variant.of(random.nextInt(1000)));
    values.put("label", Variant.of(name));
    values.put("hp", Variant.of(random.nextInt(1000)));
  }

  /** Throws an exception for some peers. */
  boolean isVisibleTo(int peer) {
    if (failing.contains(peer)) {
      throw new IllegalStateException("on purpose");
    }
    return isPublic || seers.contains(peer);
  }

  boolean maySee(int peer) {
    return !failing.contains(peer) && isVisibleTo(peer);
  }
}
