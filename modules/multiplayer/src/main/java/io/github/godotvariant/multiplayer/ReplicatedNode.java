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
 * or a node of the scene with a synchronizer that the server owns.
 *
 * <p>A client that connects later receives the current values. Call all methods in the server's
 * thread.
 */
@Experimental
@CheckReturnValue
public final class ReplicatedNode {
  /**
   * The maximum length in bytes. Longer states do not fit into a message of a client's WebSocket.
   */
  private static final int LONGEST_STATE = 60_000;

  private final ServerContext context;
  private final Map<String, Value> values = new LinkedHashMap<>();
  private final List<Part> parts = new ArrayList<>();

  /** The node that announces this one: the spawner, or the synchronizer itself. */
  private final RpcNode announcer;

  /** The data of a spawned node; empty for other nodes. */
  private final Optional<Birth> birth;

  private final Set<Integer> seenBy = new HashSet<>();
  private IntPredicate visible;
  private boolean isRemoved;

  /** The data with which a node is spawned. */
  record Birth(int scene, String name, long netId, Optional<PackedByteArray> argument) {}

  /** The current value of a property, encoded once for all peers. */
  private static final class Value {
    final Part part;
    final Property property;

    /** The bit of a property that is sent after a change; negative for other properties. */
    final int bit;

    Variant value;
    byte[] bytes;

    Value(Part part, Property property, int bit, Variant value, byte[] bytes) {
      this.part = part;
      this.property = property;
      this.bit = bit;
      this.value = value;
      this.bytes = bytes;
    }
  }

  /** One of its synchronizers. */
  private static final class Part {
    final long id;
    final List<Value> values = new ArrayList<>();

    /** The properties that a peer has not been sent yet, as bits, for each peer that lacks any. */
    final Map<Integer, Long> changed = new HashMap<>();

    /** The last change that was encoded, which usually is the same for all peers. */
    @Nullable Change lastChange;

    Part(long id) {
      this.id = id;
    }

    boolean has(ReplicationMode mode) {
      return values.stream().anyMatch(value -> value.property.mode() == mode);
    }

    long everything() {
      long bits = 0;
      for (Value value : values) {
        bits |= value.bit < 0 ? 0 : 1L << value.bit;
      }
      return bits;
    }
  }

  ReplicatedNode(
      ServerContext context,
      RpcNode announcer,
      Optional<Birth> birth,
      List<ReplicationConfig> configs,
      List<Long> ids,
      Map<String, ?> initial,
      IntPredicate visible) {
    this.context = context;
    this.announcer = announcer;
    this.birth = birth;
    this.visible = Objects.requireNonNull(visible, "visible");
    for (int i = 0; i < configs.size(); i++) {
      Part part = new Part(ids.get(i));
      parts.add(part);
      int bit = 0;
      for (Property property : configs.get(i).properties()) {
        Object first = initial.get(property.name());
        if (first == null) {
          throw new IllegalArgumentException(EventText.line("no value for " + property.name()));
        }
        Variant value = Variant.of(first);
        boolean changing = property.mode() == ReplicationMode.ON_CHANGE;
        Value added =
            new Value(
                part, property, changing ? bit++ : -1, value, context.arguments.encode(value));
        part.values.add(added);
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
   * @param name as in the configuration
   * @return the value
   * @throws IllegalArgumentException if there is no such property
   */
  public Variant get(String name) {
    context.server.checkThread();
    return property(name).value;
  }

  /**
   * Sets a property. If its mode requires, the next {@link MultiplayerServer#replicate} sends the
   * value.
   *
   * @param name as in the configuration
   * @param value a value of a type that {@link Variant#of} takes
   * @return this
   * @throws IllegalArgumentException if there is no such property, or if all values together are
   *     longer than 60,000 bytes; the property then keeps its value
   * @throws IllegalStateException if it has been removed
   * @throws io.github.godotvariant.VariantException if the value cannot be expressed
   */
  @CanIgnoreReturnValue
  public ReplicatedNode set(String name, Object value) {
    context.server.checkThread();
    checkThere();
    Value property = property(name);
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
      property.part.lastChange = null;
      for (int peer : seenBy) {
        property.part.changed.merge(peer, 1L << property.bit, (some, more) -> some | more);
      }
    }
    return this;
  }

  @CanIgnoreReturnValue
  private Value property(String name) {
    Value property = values.get(name);
    if (property == null) {
      throw new IllegalArgumentException(
          EventText.line("no property " + name + "; there are " + values.keySet()));
    }
    return property;
  }

  private void checkLength() {
    int length = values.values().stream().mapToInt(value -> value.bytes.length).sum();
    if (length > LONGEST_STATE) {
      throw new IllegalArgumentException("values of " + length + " bytes, more than 60000");
    }
  }

  private void checkThere() {
    if (isRemoved) {
      throw new IllegalStateException("the node has been removed");
    }
  }

  /**
   * Shows the node to some peers only. The predicate is evaluated now for every admitted peer, for
   * each peer that is admitted later, and by {@link MultiplayerServer#updateVisibility()}; never by
   * {@link MultiplayerServer#replicate}. If it throws an exception, the peer does not see the node,
   * and {@link MultiplayerListener#handlerFailed} is called.
   *
   * <p>A spawned node that only some peers may see is spawned with its predicate; otherwise all
   * peers have received its first values before this method is called.
   *
   * @param visible decides by the id of a peer whether the peer sees the node
   * @return this
   * @throws IllegalStateException if it has been removed
   */
  @CanIgnoreReturnValue
  public ReplicatedNode visibleTo(IntPredicate visible) {
    context.server.checkThread();
    checkThere();
    this.visible = Objects.requireNonNull(visible, "visible");
    context.replication.show(this);
    return this;
  }

  /**
   * Removes the node from all peers, which free it if it was spawned. Further calls have no effect.
   */
  public void remove() {
    context.server.checkThread();
    if (!isRemoved) {
      isRemoved = true;
      context.replication.remove(this);
    }
  }

  // What the server asks.

  RpcNode announcer() {
    return announcer;
  }

  Optional<Birth> birth() {
    return birth;
  }

  /** Evaluates the predicate of the program; a failure hides the node and is reported. */
  boolean isVisibleTo(Peer peer) {
    try {
      return !isRemoved && visible.test(peer.id());
    } catch (RuntimeException e) {
      context.events.handlerFailed(peer, "visibility of " + this, e);
      return false;
    }
  }

  boolean isSeenBy(int peer) {
    return seenBy.contains(peer);
  }

  void seenBy(int peer) {
    seenBy.add(peer);
    for (Part part : parts) {
      long everything = part.everything();
      if (everything != 0) {
        part.changed.put(peer, everything);
      }
    }
  }

  void unseenBy(int peer) {
    seenBy.remove(peer);
    parts.forEach(part -> part.changed.remove(peer));
  }

  Spawn spawn(int spawnerNumber) {
    Birth born = birth.orElseThrow();
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    for (Part part : parts) {
      for (Value value : part.values) {
        if (value.property.isSpawned()) {
          state.writeBytes(value.bytes);
        }
      }
    }
    return new Spawn(
        born.scene(),
        spawnerNumber,
        born.netId(),
        parts.stream().map(part -> part.id).toList(),
        born.name(),
        born.argument(),
        PackedByteArray.unsafeWrap(state.toByteArray()));
  }

  /** Adds the values of each synchronizer that are sent with each replication. */
  void states(List<State> states) {
    for (Part part : parts) {
      if (part.has(ReplicationMode.ALWAYS)) {
        states.add(
            new State(
                part.id, bytes(part, value -> value.property.mode() == ReplicationMode.ALWAYS)));
      }
    }
  }

  /** Adds the changes that a peer has not been sent yet, and marks them as sent. */
  void changes(int peer, List<Change> changes) {
    for (Part part : parts) {
      if (part.changed.isEmpty()) {
        continue; // in nearly all ticks, and for each peer
      }
      Long all = part.changed.remove(peer);
      if (all != null) {
        long bits = all;
        Change change = part.lastChange;
        if (change == null || change.properties() != bits) {
          change =
              new Change(
                  part.id,
                  bits,
                  bytes(part, value -> value.bit >= 0 && (bits & 1L << value.bit) != 0));
          part.lastChange = change;
        }
        changes.add(change);
      }
    }
  }

  private static PackedByteArray bytes(Part part, Predicate<Value> which) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Value value : part.values) {
      if (which.test(value)) {
        bytes.writeBytes(value.bytes);
      }
    }
    return PackedByteArray.unsafeWrap(bytes.toByteArray());
  }

  /** Returns the path and the name, for example {@code World/Spawner: U1}. */
  @Override
  public String toString() {
    return announcer + birth.map(born -> ": " + born.name()).orElse("");
  }
}
