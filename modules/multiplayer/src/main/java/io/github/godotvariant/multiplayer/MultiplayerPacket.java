package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A packet of Godot's high-level multiplayer: one message of a WebSocket, or one packet of ENet.
 *
 * <p>Arguments of calls and values of properties stay encoded, in the format of {@link
 * io.github.godotvariant.net.CompressedVariantCodec}. A receiver needs the properties of the node
 * to decode the values. A server can relay a packet without decoding the values.
 *
 * <p>All packets are immutable and safe for use by many threads. No component is {@code null}.
 * Unsigned 32-bit numbers are {@code long}s from 0 to 4294967295.
 */
@Experimental
@CheckReturnValue
public sealed interface MultiplayerPacket {
  /** The largest unsigned 32-bit number. */
  long LARGEST_NUMBER = 0xFFFF_FFFFL;

  /**
   * The value of {@link Spawn#scene} for nodes that the spawner's {@code spawn_function} creates.
   */
  int SPAWN_FUNCTION = 255;

  /**
   * Decodes a packet.
   *
   * @param bytes exactly one packet. The result does not refer to the array
   * @return the packet
   * @throws io.github.godotvariant.MalformedVariantException if the packet is malformed; the
   *     exception contains the offset of the error
   */
  static MultiplayerPacket decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  /**
   * Decodes a packet.
   *
   * @param bytes a buffer whose remaining bytes are exactly one packet. The position of the buffer
   *     does not change, and the result does not refer to the buffer
   * @return the packet
   * @throws io.github.godotvariant.MalformedVariantException if the packet is malformed; the
   *     exception contains the offset of the error, counted from the position of the buffer
   */
  static MultiplayerPacket decode(ByteBuffer bytes) {
    return new PacketReader(bytes).read();
  }

  /**
   * Encodes the packet as Godot 4.6 does.
   *
   * @return a new array
   */
  default byte[] encode() {
    PacketWriter out = new PacketWriter();
    out.write(this);
    return out.toByteArray();
  }

  /** The node of a call, named by its path or by an announced number. */
  sealed interface Node {}

  /**
   * A node that is named by its path.
   *
   * @param path the path relative to the {@code root_path} of the multiplayer API (normally {@code
   *     /root}), for example {@code World/Units/U1}; {@code .} for the root itself; without NUL
   */
  record ByPath(String path) implements Node {
    /**
     * Checks that the path does not contain NUL or an unpaired surrogate.
     *
     * @param path see the record
     * @throws IllegalArgumentException if the path contains NUL or an unpaired surrogate
     */
    public ByPath {
      Checks.text("path", path);
    }

    /** {@return one line of bounded length, without control or format characters} */
    @Override
    public String toString() {
      return EventText.line("ByPath[path=" + path + "]");
    }
  }

  /**
   * A node that is named by a number that the sender has announced with {@link Announce}.
   *
   * @param number the announced number, 0 to 2147483647
   * @param size the number of bytes that encode the number: 1, 2 or 4. An engine uses as few bytes
   *     as possible. If an engine also sends the same call to another peer, with the path of the
   *     node, the engine uses 4 bytes
   */
  record ByNumber(int number, int size) implements Node {
    /**
     * Checks that the number fits into {@code size} bytes.
     *
     * @param number see the record
     * @param size see the record
     * @throws IllegalArgumentException if the number is negative or does not fit into {@code size}
     *     bytes, or if {@code size} is not 1, 2 or 4
     */
    public ByNumber {
      if (number < 0 || size != 1 && size != 2 && size != 4 || number >> 8 * size - 1 >> 1 != 0) {
        throw new IllegalArgumentException(
            "number " + number + " does not fit into " + size + " bytes");
      }
    }

    /**
     * Returns a node with a number, encoded in 1, 2 or 4 bytes: the fewest bytes that the number
     * fits into.
     *
     * @param number the announced number, 0 to 2147483647
     * @return the node
     */
    public static ByNumber of(int number) {
      return new ByNumber(number, number >> 8 == 0 ? 1 : number >> 16 == 0 ? 2 : 4);
    }
  }

  /**
   * A remote call.
   *
   * @param node the node with the method
   * @param method the number of the method, 0 to 65535; see {@link RpcMethods}
   * @param arguments the encoded arguments, for {@link
   *     io.github.godotvariant.net.CompressedVariantCodec#decodeArguments}
   * @param isRaw whether the call has no arguments, or one byte array as its only argument; {@code
   *     decodeArguments} needs this flag
   */
  record Call(Node node, int method, PackedByteArray arguments, boolean isRaw)
      implements MultiplayerPacket {
    /**
     * Checks that the number of the method is 0 to 65535.
     *
     * @param node see the record
     * @param method see the record
     * @param arguments see the record
     * @param isRaw see the record
     * @throws IllegalArgumentException if the number is not 0 to 65535
     */
    public Call {
      Objects.requireNonNull(node, "node");
      Checks.range("method", method, 0xFFFF);
      Objects.requireNonNull(arguments, "arguments");
    }
  }

  /**
   * Announces the number with which the sender names a node in later packets. Each sender has its
   * own numbers, which are valid until the connection of the sender ends.
   *
   * @param checksum the checksum of the method names, 32 ASCII characters; see {@link RpcMethods}
   * @param number the number, 0 to 4294967295
   * @param path the path of the node, as in {@link ByPath}
   */
  record Announce(String checksum, long number, String path) implements MultiplayerPacket {
    /**
     * Checks the checksum, the number and the path.
     *
     * @param checksum see the record
     * @param number see the record
     * @param path see the record
     * @throws IllegalArgumentException if the checksum does not have 32 printable ASCII characters,
     *     the number is not 0 to 4294967295, or the path contains NUL or an unpaired surrogate
     */
    public Announce {
      Checks.checksum(checksum);
      Checks.number("number", number);
      Checks.text("path", path);
    }

    /** {@return one line of bounded length, without control or format characters} */
    @Override
    public String toString() {
      return EventText.line(
          "Announce[checksum=%s, number=%s, path=%s]".formatted(checksum, number, path));
    }
  }

  /**
   * The answer to {@link Announce}, from Godot 4.3 on.
   *
   * @param hasSameChecksum whether the node of the peer that answers has the announced checksum
   * @param number the announced number
   */
  record Confirm(boolean hasSameChecksum, long number) implements MultiplayerPacket {
    /**
     * Checks the number.
     *
     * @param hasSameChecksum see the record
     * @param number see the record
     * @throws IllegalArgumentException if the number is not 0 to 4294967295
     */
    public Confirm {
      Checks.number("number", number);
    }
  }

  /**
   * The answer to {@link Announce} in Godot 4.0 to 4.2. A server detects these releases by this
   * packet. If the path has three bytes, the packet has the same length as a {@link Confirm}, and
   * is decoded as a {@code Confirm}.
   *
   * @param hasSameChecksum whether the node of the peer that answers has the announced checksum
   * @param path the announced path
   */
  record ConfirmPath(boolean hasSameChecksum, String path) implements MultiplayerPacket {
    /**
     * Checks that the path does not contain NUL or an unpaired surrogate.
     *
     * @param hasSameChecksum see the record
     * @param path see the record
     * @throws IllegalArgumentException if the path contains NUL or an unpaired surrogate
     */
    public ConfirmPath {
      Checks.text("path", path);
    }

    /** {@return one line of bounded length, without control or format characters} */
    @Override
    public String toString() {
      return EventText.line(
          "ConfirmPath[hasSameChecksum=" + hasSameChecksum + ", path=" + path + "]");
    }
  }

  /**
   * Bytes of the game, sent with {@code send_bytes}.
   *
   * @param content at least one byte
   */
  record Raw(PackedByteArray content) implements MultiplayerPacket {
    /**
     * Checks that the content is not empty.
     *
     * @param content see the record
     * @throws IllegalArgumentException if the content is empty
     */
    public Raw {
      Checks.notEmpty("content", content);
    }
  }

  /**
   * Makes the receiver spawn a node, with a {@code MultiplayerSpawner}.
   *
   * @param scene the index of the node's scene in the spawner's list of scenes, or {@link
   *     #SPAWN_FUNCTION}
   * @param spawner the number with which the sender has announced the spawner
   * @param netId the number that identifies the node in later packets
   * @param synchronizers the numbers that identify the node's synchronizers in later packets, for
   *     synchronizers that the sender owns; unmodifiable
   * @param name the name of the node
   * @param argument the encoded argument of {@code spawn_function}; present only if the scene is
   *     {@link #SPAWN_FUNCTION}
   * @param state the encoded values of the properties that are sent when the node is spawned, in
   *     the order of the synchronizers. The receiver sets these properties before the node is ready
   */
  record Spawn(
      int scene,
      long spawner,
      long netId,
      List<Long> synchronizers,
      String name,
      Optional<PackedByteArray> argument,
      PackedByteArray state)
      implements MultiplayerPacket {
    /**
     * Checks the numbers, the name and the argument.
     *
     * @param scene see the record
     * @param spawner see the record
     * @param netId see the record
     * @param synchronizers see the record; copied
     * @param name see the record
     * @param argument see the record
     * @param state see the record
     * @throws IllegalArgumentException if {@code scene} is not 0 to 255, or another number is not 0
     *     to 4294967295; if the name contains NUL or an unpaired surrogate; or if the argument is
     *     present, but the scene is not {@link #SPAWN_FUNCTION}, or the reverse
     */
    public Spawn {
      Checks.range("scene", scene, SPAWN_FUNCTION);
      Checks.number("spawner", spawner);
      Checks.number("netId", netId);
      synchronizers = List.copyOf(synchronizers);
      synchronizers.forEach(id -> Checks.number("synchronizer", id));
      Checks.text("name", name);
      if (argument.isPresent() != (scene == SPAWN_FUNCTION)) {
        throw new IllegalArgumentException(
            "scene " + SPAWN_FUNCTION + " has an argument, others do not; the scene is " + scene);
      }
      Objects.requireNonNull(state, "state");
    }

    /** {@return one line of bounded length, without control or format characters} */
    @Override
    public String toString() {
      return EventText.line(
          "Spawn[scene=%s, spawner=%s, netId=%s, synchronizers=%s, name=%s, argument=%s, state=%s]"
              .formatted(scene, spawner, netId, synchronizers, name, argument, state));
    }
  }

  /**
   * Removes a spawned node.
   *
   * @param netId the number that identifies the node, as in {@link Spawn}
   */
  record Despawn(long netId) implements MultiplayerPacket {
    /**
     * Checks the number.
     *
     * @param netId see the record
     * @throws IllegalArgumentException if the number is not 0 to 4294967295
     */
    public Despawn {
      Checks.number("netId", netId);
    }
  }

  /**
   * The values of properties whose mode is {@link ReplicationMode#ALWAYS}, of one or more
   * synchronizers.
   *
   * @param time a counter of the sender, 0 to 65535 and then again from 0. For each synchronizer, a
   *     receiver drops values whose time is not later than the time of the values that arrived
   *     before
   * @param states the values of each synchronizer; unmodifiable
   */
  record Sync(int time, List<State> states) implements MultiplayerPacket {
    /**
     * Checks the time and copies the list.
     *
     * @param time see the record
     * @param states see the record; copied
     * @throws IllegalArgumentException if the time is not 0 to 65535
     */
    public Sync {
      Checks.range("time", time, 0xFFFF);
      states = List.copyOf(states);
    }
  }

  /**
   * The values of one synchronizer's properties whose mode is {@link ReplicationMode#ALWAYS}.
   *
   * @param synchronizer the number of the synchronizer in {@link Spawn}; if the synchronizer was
   *     not spawned, 2^31 plus the announced number of the synchronizer's path
   * @param values the encoded values of all these properties, in the order of the synchronizer's
   *     configuration
   */
  record State(long synchronizer, PackedByteArray values) {
    /**
     * Checks the number of the synchronizer.
     *
     * @param synchronizer see the record
     * @param values see the record
     * @throws IllegalArgumentException if the number is not 0 to 4294967295
     */
    public State {
      Checks.number("synchronizer", synchronizer);
      Objects.requireNonNull(values, "values");
    }
  }

  /**
   * The changed values of properties whose mode is {@link ReplicationMode#ON_CHANGE}, of one or
   * more synchronizers.
   *
   * @param changes the changed values of each synchronizer; unmodifiable
   */
  record Delta(List<Change> changes) implements MultiplayerPacket {
    /**
     * Copies the list.
     *
     * @param changes see the record; copied
     */
    public Delta {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The changed values of one synchronizer, for properties whose mode is {@link
   * ReplicationMode#ON_CHANGE}.
   *
   * @param synchronizer the number of the synchronizer, as in {@link State}
   * @param properties a set of bits, one for each changed property. Bit 0 is the synchronizer's
   *     first property with this mode, and bit 1 is the second property with this mode
   * @param values the encoded values of the changed properties, in the order of the bits from bit 0
   *     on
   */
  record Change(long synchronizer, long properties, PackedByteArray values) {
    /**
     * Checks the number of the synchronizer.
     *
     * @param synchronizer see the record
     * @param properties see the record
     * @param values see the record
     * @throws IllegalArgumentException if the number is not 0 to 4294967295
     */
    public Change {
      Checks.number("synchronizer", synchronizer);
      Objects.requireNonNull(values, "values");
    }
  }

  /**
   * Data for the authentication of the sender.
   *
   * @param data at least one byte
   */
  record Auth(PackedByteArray data) implements MultiplayerPacket {
    /**
     * Checks that the data is not empty.
     *
     * @param data see the record
     * @throws IllegalArgumentException if the data is empty
     */
    public Auth {
      Checks.notEmpty("data", data);
    }
  }

  /** Tells the receiver that the sender has completed the authentication. */
  record AuthDone() implements MultiplayerPacket {}

  /**
   * Announces another peer to a client; sent by the server.
   *
   * @param peer the id of the peer
   */
  record AddPeer(int peer) implements MultiplayerPacket {}

  /**
   * Tells a client that another peer has disconnected; sent by the server.
   *
   * @param peer the id of the peer
   */
  record RemovePeer(int peer) implements MultiplayerPacket {}

  /**
   * A packet between two clients, which the server relays.
   *
   * @param peer in a packet to the server, the receivers: the id of a peer, 0 for all peers, or the
   *     negated id of a peer for all peers except this peer. In a packet from the server, the id of
   *     the client that has sent {@code packet}
   * @param packet an encoded packet of at least one byte; not one of the system packets {@link
   *     Auth}, {@link AuthDone}, {@link AddPeer}, {@link RemovePeer} and {@link Relay}
   */
  record Relay(int peer, PackedByteArray packet) implements MultiplayerPacket {
    /**
     * Checks the packet.
     *
     * @param peer see the record
     * @param packet see the record
     * @throws IllegalArgumentException if the packet is empty or a system packet
     */
    public Relay {
      Checks.notEmpty("packet", packet);
      if ((packet.get(0) & Command.MASK) == Command.SYSTEM) {
        throw new IllegalArgumentException("system packets are not relayed");
      }
    }
  }
}
