package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.PackedByteArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What peers of Godot's high-level multiplayer send each other: one packet is one message of a
 * WebSocket or of ENet.
 *
 * <p>Values in it are left as bytes, in the shorter form of {@link
 * io.github.godotvariant.net.CompressedVariantCodec}, as only whoever knows the node knows how many
 * there are, and as most packets are passed on as they are.
 *
 * <p>All are immutable and safe for use by many threads. No component is {@code null}. Numbers of
 * 32 bits without a sign are {@code long}s from 0 to 4294967295.
 */
@Experimental
@CheckReturnValue
public sealed interface MultiplayerPacket {
  /** The most that a number of 32 bits without a sign can be. */
  long LARGEST_NUMBER = 0xFFFF_FFFFL;

  /** The value of {@link Spawn#scene} for what the function of the spawner makes. */
  int SPAWN_FUNCTION = 255;

  /**
   * What a packet says.
   *
   * @param bytes one packet and nothing else; not kept
   * @return the packet
   * @throws io.github.godotvariant.MalformedVariantException if it is none, with the byte where
   */
  static MultiplayerPacket decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  /**
   * What a packet says.
   *
   * @param bytes what remains is one packet and nothing else; not kept, and the position stays
   * @return the packet
   * @throws io.github.godotvariant.MalformedVariantException if it is none, with the byte where,
   *     counted from the position
   */
  static MultiplayerPacket decode(ByteBuffer bytes) {
    return new PacketInput(bytes).packet();
  }

  /**
   * The bytes of the packet, as Godot 4.6 writes them.
   *
   * @return a new array
   */
  default byte[] encode() {
    PacketOutput out = new PacketOutput();
    out.packet(this);
    return out.toByteArray();
  }

  /** How a call names its node. */
  sealed interface Node {}

  /**
   * A node by its path, relative to the root of the multiplayer.
   *
   * @param path for example {@code World/Units/U1}, {@code .} for the root itself; without NUL
   */
  record ByPath(String path) implements Node {
    /**
     * Checks the component.
     *
     * @param path see the record
     */
    public ByPath {
      Checks.text("path", path);
    }

    /** One line, in which the text of a peer is escaped. */
    @Override
    public String toString() {
      return EventText.line("ByPath[path=" + path + "]");
    }
  }

  /**
   * A node by the number that the sender announced.
   *
   * @param number 0 to 2147483647
   * @param size in how many bytes it is written: 1, 2 or 4. An engine takes the fewest that will
   *     do, but four where the same call goes to somebody by the path
   */
  record ByNumber(int number, int size) implements Node {
    /**
     * Checks the components.
     *
     * @param number see the record
     * @param size see the record
     */
    public ByNumber {
      if (number < 0 || size != 1 && size != 2 && size != 4 || number >> 8 * size - 1 >> 1 != 0) {
        throw new IllegalArgumentException("number " + number + " in " + size + " bytes");
      }
    }

    /**
     * A number in as few bytes as will do.
     *
     * @param number 0 to 2147483647
     * @return the number
     */
    public static ByNumber of(int number) {
      return new ByNumber(number, number >> 8 == 0 ? 1 : number >> 16 == 0 ? 2 : 4);
    }
  }

  /**
   * A remote call.
   *
   * @param node the node whose method it is
   * @param method its number, 0 to 65535; see {@link RpcMethods}
   * @param arguments what {@link io.github.godotvariant.net.CompressedVariantCodec#decodeArguments}
   *     takes
   * @param raw the flag that it takes
   */
  record Call(Node node, int method, PackedByteArray arguments, boolean raw)
      implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param node see the record
     * @param method see the record
     * @param arguments see the record
     * @param raw see the record
     */
    public Call {
      Objects.requireNonNull(node, "node");
      Checks.range("method", method, 0xFFFF);
      Objects.requireNonNull(arguments, "arguments");
    }
  }

  /**
   * The number by which the sender is going to name a node. Numbers belong to the sender, and end
   * with its connection.
   *
   * @param checksum of the names of its methods, 32 characters of ASCII; see {@link RpcMethods}
   * @param number the number
   * @param path the node, as in {@link ByPath}
   */
  record Announce(String checksum, long number, String path) implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param checksum see the record
     * @param number see the record
     * @param path see the record
     */
    public Announce {
      Checks.checksum(checksum);
      Checks.number("number", number);
      Checks.text("path", path);
    }

    /** One line, in which the text of a peer is escaped. */
    @Override
    public String toString() {
      return EventText.line(
          "Announce[checksum=%s, number=%s, path=%s]".formatted(checksum, number, path));
    }
  }

  /**
   * The answer to {@link Announce}, from Godot 4.3 on.
   *
   * @param matches whether the checksum is that of the receiver's own node
   * @param number the number that was announced
   */
  record Confirm(boolean matches, long number) implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param matches see the record
     * @param number see the record
     */
    public Confirm {
      Checks.number("number", number);
    }
  }

  /**
   * The answer to {@link Announce} in Godot 4.0 to 4.2, which shows that a peer is so old. One
   * whose path has three bytes cannot be told from a {@link Confirm}, and is decoded as that.
   *
   * @param matches whether the checksum is that of the receiver's own node
   * @param path the path that was announced
   */
  record ConfirmPath(boolean matches, String path) implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param matches see the record
     * @param path see the record
     */
    public ConfirmPath {
      Checks.text("path", path);
    }

    /** One line, in which the text of a peer is escaped. */
    @Override
    public String toString() {
      return EventText.line("ConfirmPath[matches=" + matches + ", path=" + path + "]");
    }
  }

  /**
   * Bytes of the game's own, as {@code send_bytes} sends them.
   *
   * @param content at least one byte
   */
  record Raw(PackedByteArray content) implements MultiplayerPacket {
    /**
     * Checks the component.
     *
     * @param content see the record
     */
    public Raw {
      Checks.notEmpty("content", content);
    }
  }

  /**
   * A node that a {@code MultiplayerSpawner} makes.
   *
   * @param scene the index in the spawner's list of scenes, or {@link #SPAWN_FUNCTION}
   * @param spawner the number by which the sender announced the spawner
   * @param netId what the node is called from now on
   * @param synchronizers what those of its synchronizers are called that the sender owns;
   *     unmodifiable
   * @param name the node's name
   * @param argument of the spawn function, one value; if and only if it is that
   * @param state the values that are set before the node is ready, one after the other
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
     * Checks the components.
     *
     * @param scene see the record
     * @param spawner see the record
     * @param netId see the record
     * @param synchronizers see the record; copied
     * @param name see the record
     * @param argument see the record
     * @param state see the record
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
            "an argument is for scene " + SPAWN_FUNCTION + ", not for " + scene);
      }
      Objects.requireNonNull(state, "state");
    }

    /** One line, in which the text of a peer is escaped. */
    @Override
    public String toString() {
      return EventText.line(
          "Spawn[scene=%s, spawner=%s, netId=%s, synchronizers=%s, name=%s, argument=%s, state=%s]"
              .formatted(scene, spawner, netId, synchronizers, name, argument, state));
    }
  }

  /**
   * The end of a node that was spawned.
   *
   * @param netId what {@link Spawn} called it
   */
  record Despawn(long netId) implements MultiplayerPacket {
    /**
     * Checks the component.
     *
     * @param netId see the record
     */
    public Despawn {
      Checks.number("netId", netId);
    }
  }

  /**
   * The properties of synchronizers that are sent always.
   *
   * @param time a count of frames, 0 to 65535, then 0 again. What is older than what came is
   *     dropped
   * @param states unmodifiable
   */
  record Sync(int time, List<State> states) implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param time see the record
     * @param states see the record; copied
     */
    public Sync {
      Checks.range("time", time, 0xFFFF);
      states = List.copyOf(states);
    }
  }

  /**
   * All properties of a synchronizer that are sent always.
   *
   * @param synchronizer what {@link Spawn} called it; or, if it was not spawned, the number by
   *     which its path was announced, plus 2^31
   * @param values the values, one after the other
   */
  record State(long synchronizer, PackedByteArray values) {
    /**
     * Checks the components.
     *
     * @param synchronizer see the record
     * @param values see the record
     */
    public State {
      Checks.number("synchronizer", synchronizer);
      Objects.requireNonNull(values, "values");
    }
  }

  /**
   * Properties of synchronizers that are sent when they change.
   *
   * @param changes unmodifiable
   */
  record Delta(List<Change> changes) implements MultiplayerPacket {
    /**
     * Checks the component.
     *
     * @param changes see the record; copied
     */
    public Delta {
      changes = List.copyOf(changes);
    }
  }

  /**
   * What changed of a synchronizer.
   *
   * @param synchronizer as in {@link State}
   * @param properties bit <i>i</i> for the <i>i</i>th of the properties that are sent when they
   *     change
   * @param values the values of these, lowest bit first
   */
  record Change(long synchronizer, long properties, PackedByteArray values) {
    /**
     * Checks the components.
     *
     * @param synchronizer see the record
     * @param properties see the record
     * @param values see the record
     */
    public Change {
      Checks.number("synchronizer", synchronizer);
      Objects.requireNonNull(values, "values");
    }
  }

  /**
   * What one side wants the other to know before it admits it.
   *
   * @param data at least one byte
   */
  record Auth(PackedByteArray data) implements MultiplayerPacket {
    /**
     * Checks the component.
     *
     * @param data see the record
     */
    public Auth {
      Checks.notEmpty("data", data);
    }
  }

  /** That one side admits the other. */
  record AuthDone() implements MultiplayerPacket {}

  /**
   * That there is another peer; from the server.
   *
   * @param peer its id
   */
  record AddPeer(int peer) implements MultiplayerPacket {}

  /**
   * That another peer is gone; from the server.
   *
   * @param peer its id
   */
  record RemovePeer(int peer) implements MultiplayerPacket {}

  /**
   * A packet between clients, by way of the server.
   *
   * @param peer to the server: who is to get it, 0 for all, a negative number for all but one; from
   *     the server: who sent it
   * @param packet an encoded packet of at least one byte, which is none of the server's own: no
   *     auth, no peers, no relay
   */
  record Relay(int peer, PackedByteArray packet) implements MultiplayerPacket {
    /**
     * Checks the components.
     *
     * @param peer see the record
     * @param packet see the record
     */
    public Relay {
      Checks.notEmpty("packet", packet);
      if ((packet.get(0) & Command.MASK) == Command.SYSTEM) {
        throw new IllegalArgumentException("a system packet is not relayed");
      }
    }
  }
}
