package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node whose properties the server replicates to the clients: a node that the server has spawned,
 * or a node of the clients' scene, with a synchronizer that the server owns.
 *
 * <p>A client that connects later receives the current values. Call all methods in the server's
 * thread.
 */
@Experimental
@CheckReturnValue
public final class ReplicatedNode {
  /**
   * The maximum length of the values of all properties together, in bytes. Longer values would not
   * fit into one message, because the WebSocket of a client limits the length of messages.
   */
  private static final int MAX_STATE_BYTES = 60_000;

  private final ServerContext context;
  private final Map<String, PropertyValue> values = new LinkedHashMap<>();
  private final List<Synchronizer> synchronizers = new ArrayList<>();

  /**
   * The node that the server announces to peers: the spawner of a spawned node, otherwise the
   * synchronizer.
   */
  private final RpcNode announcer;

  /**
   * The data with which the server spawns the node; empty if the node is already in the scene of
   * the clients.
   */
  private final Optional<SpawnData> spawnData;

  private final Set<Integer> viewers = new HashSet<>();
  private IntPredicate visible;
  private boolean isRemoved;

  /**
   * The fields of {@link Spawn} packets for a node: its scene, its name, its number and its
   * argument.
   */
  record SpawnData(int scene, String name, long netId, Optional<PackedByteArray> argument) {}

  /** The current value of a property, encoded once for all peers. */
  private static final class PropertyValue {
    final Synchronizer synchronizer;
    final Property property;

    /**
     * The index of the property's bit in {@link Change#properties} if the mode of the property is
     * {@code ON_CHANGE}; otherwise -1.
     */
    final int bit;

    Variant value;
    byte[] bytes;

    PropertyValue(
        Synchronizer synchronizer, Property property, int bit, Variant value, byte[] bytes) {
      this.synchronizer = synchronizer;
      this.property = property;
      this.bit = bit;
      this.value = value;
      this.bytes = bytes;
    }
  }

  /** A synchronizer of this node. */
  private static final class Synchronizer {
    final long id;
    final List<PropertyValue> values = new ArrayList<>();

    /**
     * For each peer id, the changed properties that were not sent to the peer yet, as bits of
     * {@link Change#properties}.
     */
    final Map<Integer, Long> changed = new HashMap<>();

    /**
     * The change that was encoded last, for reuse if other peers need the same properties; null if
     * a property has changed since then.
     */
    @Nullable Change lastChange;

    Synchronizer(long id) {
      this.id = id;
    }

    boolean has(ReplicationMode mode) {
      return values.stream().anyMatch(value -> value.property.mode() == mode);
    }

    long allBits() {
      long bits = 0;
      for (PropertyValue value : values) {
        bits |= value.bit < 0 ? 0 : 1L << value.bit;
      }
      return bits;
    }
  }

  ReplicatedNode(
      ServerContext context,
      RpcNode announcer,
      Optional<SpawnData> spawnData,
      List<ReplicationConfig> configs,
      List<Long> ids,
      Map<String, ?> initial,
      IntPredicate visible) {
    this.context = context;
    this.announcer = announcer;
    this.spawnData = spawnData;
    this.visible = Objects.requireNonNull(visible, "visible");
    for (int i = 0; i < configs.size(); i++) {
      Synchronizer synchronizer = new Synchronizer(ids.get(i));
      synchronizers.add(synchronizer);
      int bit = 0;
      for (Property property : configs.get(i).properties()) {
        Object first = initial.get(property.name());
        if (first == null) {
          throw new IllegalArgumentException(EventText.line("no value for " + property.name()));
        }
        Variant value = Variant.of(first);
        boolean changing = property.mode() == ReplicationMode.ON_CHANGE;
        PropertyValue added =
            new PropertyValue(
                synchronizer,
                property,
                changing ? bit++ : -1,
                value,
                context.arguments.encode(value));
        synchronizer.values.add(added);
        if (values.put(property.name(), added) != null) {
          throw new IllegalArgumentException(EventText.line("two properties " + property.name()));
        }
      }
    }
    for (String name : initial.keySet()) {
      property(name);
    }
    checkLength();
  }

  /**
   * Returns the latest value of a property.
   *
   * @param name the name of the property, as in the configuration
   * @return the value
   * @throws IllegalArgumentException if there is no such property
   */
  public Variant get(String name) {
    context.server.checkThread();
    return property(name).value;
  }

  /**
   * Sets a property. Depending on the mode of the property, the next {@link
   * MultiplayerServer#replicate} sends the value.
   *
   * @param name the name of the property, as in the configuration
   * @param value a value of a type that {@link Variant#of} accepts
   * @return this
   * @throws IllegalArgumentException if there is no such property, or if all values together are
   *     longer than 60,000 bytes; in this case the property keeps its value
   * @throws IllegalStateException if the node has been removed
   * @throws io.github.godotvariant.VariantException if the value cannot be encoded
   */
  @CanIgnoreReturnValue
  public ReplicatedNode set(String name, Object value) {
    context.server.checkThread();
    checkNotRemoved();
    PropertyValue property = property(name);
    Variant now = Variant.of(value);
    if (now.equals(property.value)) {
      return this;
    }
    byte[] before = property.bytes;
    property.bytes = context.arguments.encode(now);
    try {
      checkLength();
    } catch (IllegalArgumentException e) {
      property.bytes = before;
      throw e;
    }
    property.value = now;
    if (property.bit >= 0) {
      property.synchronizer.lastChange = null;
      for (int peer : viewers) {
        property.synchronizer.changed.merge(peer, 1L << property.bit, (bits, bit) -> bits | bit);
      }
    }
    return this;
  }

  @CanIgnoreReturnValue
  private PropertyValue property(String name) {
    PropertyValue property = values.get(name);
    if (property == null) {
      throw new IllegalArgumentException(
          EventText.line("no property " + name + "; there are " + values.keySet()));
    }
    return property;
  }

  private void checkLength() {
    int length = values.values().stream().mapToInt(value -> value.bytes.length).sum();
    if (length > MAX_STATE_BYTES) {
      throw new IllegalArgumentException("values of " + length + " bytes, more than 60000");
    }
  }

  private void checkNotRemoved() {
    if (isRemoved) {
      throw new IllegalStateException("the node has been removed");
    }
  }

  /**
   * Shows the node to some peers only. This method evaluates the predicate for every admitted peer.
   * Later, the server evaluates the predicate for each newly admitted peer, and in {@link
   * MultiplayerServer#updateVisibility()}, but not in {@link MultiplayerServer#replicate}. If the
   * predicate throws an exception, the peer does not see the node, and {@link
   * MultiplayerListener#handlerFailed} is called.
   *
   * <p>If only some peers may see a spawned node, pass the predicate to {@link
   * MultiplayerServer#spawn(Spawner, int, String, Map, IntPredicate)}. Otherwise all peers receive
   * the first values before you call this method.
   *
   * @param visible decides by the id of a peer whether the peer sees the node
   * @return this
   * @throws IllegalStateException if the node has been removed
   */
  @CanIgnoreReturnValue
  public ReplicatedNode visibleTo(IntPredicate visible) {
    context.server.checkThread();
    checkNotRemoved();
    this.visible = Objects.requireNonNull(visible, "visible");
    context.replication.updateVisibility(this);
    return this;
  }

  /**
   * Stops sending the node's properties. If the server has spawned the node, all clients remove the
   * node from their scenes. Further calls of this method have no effect.
   */
  public void remove() {
    context.server.checkThread();
    if (!isRemoved) {
      isRemoved = true;
      context.replication.remove(this);
    }
  }

  // Used by the server.

  RpcNode announcer() {
    return announcer;
  }

  Optional<SpawnData> spawnData() {
    return spawnData;
  }

  /**
   * Evaluates the predicate of the program. If the predicate throws an exception, reports it and
   * returns false.
   */
  boolean isVisibleTo(Peer peer) {
    try {
      return !isRemoved && visible.test(peer.id());
    } catch (RuntimeException e) {
      context.events.handlerFailed(peer, "visibility of " + this, e);
      return false;
    }
  }

  boolean isSeenBy(int peer) {
    return viewers.contains(peer);
  }

  /**
   * Records that a peer sees the node. Marks all properties with the mode {@code ON_CHANGE} as
   * changed, because their values must still be sent to the peer.
   */
  void addViewer(int peer) {
    viewers.add(peer);
    for (Synchronizer synchronizer : synchronizers) {
      long allBits = synchronizer.allBits();
      if (allBits != 0) {
        synchronizer.changed.put(peer, allBits);
      }
    }
  }

  void removeViewer(int peer) {
    viewers.remove(peer);
    synchronizers.forEach(synchronizer -> synchronizer.changed.remove(peer));
  }

  Spawn spawn(int spawnerNumber) {
    SpawnData spawned = spawnData.orElseThrow();
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    for (Synchronizer synchronizer : synchronizers) {
      for (PropertyValue value : synchronizer.values) {
        if (value.property.isSpawned()) {
          state.writeBytes(value.bytes);
        }
      }
    }
    return new Spawn(
        spawned.scene(),
        spawnerNumber,
        spawned.netId(),
        synchronizers.stream().map(synchronizer -> synchronizer.id).toList(),
        spawned.name(),
        spawned.argument(),
        PackedByteArray.unsafeWrap(state.toByteArray()));
  }

  /**
   * Adds to a list the values of properties with the mode {@code ALWAYS}, for each synchronizer
   * that has such properties.
   */
  void addStates(List<State> states) {
    for (Synchronizer synchronizer : synchronizers) {
      if (synchronizer.has(ReplicationMode.ALWAYS)) {
        states.add(
            new State(
                synchronizer.id,
                bytes(synchronizer, value -> value.property.mode() == ReplicationMode.ALWAYS)));
      }
    }
  }

  /**
   * Adds to a list the changed values that were not sent to a peer yet, and marks these values as
   * sent.
   */
  void addChanges(int peer, List<Change> changes) {
    for (Synchronizer synchronizer : synchronizers) {
      if (synchronizer.changed.isEmpty()) {
        continue; // This is the usual case.
      }
      Long all = synchronizer.changed.remove(peer);
      if (all != null) {
        long bits = all;
        Change change = synchronizer.lastChange;
        if (change == null || change.properties() != bits) {
          change =
              new Change(
                  synchronizer.id,
                  bits,
                  bytes(synchronizer, value -> value.bit >= 0 && (bits & 1L << value.bit) != 0));
          synchronizer.lastChange = change;
        }
        changes.add(change);
      }
    }
  }

  private static PackedByteArray bytes(Synchronizer synchronizer, Predicate<PropertyValue> filter) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (PropertyValue value : synchronizer.values) {
      if (filter.test(value)) {
        bytes.writeBytes(value.bytes);
      }
    }
    return PackedByteArray.unsafeWrap(bytes.toByteArray());
  }

  /**
   * Returns the path of the spawner or synchronizer, and the name of a spawned node, for example
   * {@code World/Spawner: U1}.
   */
  @Override
  public String toString() {
    return announcer + spawnData.map(spawned -> ": " + spawned.name()).orElse("");
  }
}
