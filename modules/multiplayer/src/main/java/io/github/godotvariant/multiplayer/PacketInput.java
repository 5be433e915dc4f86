package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Node;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes one packet. */
final class PacketInput {
  /** The length of a confirmation by number; a confirmation by path has another length. */
  private static final int CONFIRM_LENGTH = 6;

  /** The packet, from index 0. */
  private final ByteBuffer bytes;

  /** Records the fields for an inspection; null if the packet is only decoded. */
  private final @Nullable PacketFields fields;

  PacketInput(ByteBuffer bytes) {
    this(bytes, null);
  }

  PacketInput(ByteBuffer bytes, @Nullable PacketFields fields) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.fields = fields;
  }

  /** Records the bytes from an index to the position as a field. */
  private void addField(int from, String name, String meaning) {
    if (fields != null) {
      fields.add(from, bytes.position() - from, name, meaning);
    }
  }

  /** Records a number; creates its text only for an inspection. */
  private void addField(int from, String what, long meaning) {
    if (fields != null) {
      fields.add(from, bytes.position() - from, name(what), Long.toString(meaning));
    }
  }

  MultiplayerPacket packet() {
    need("the first byte", 1);
    int first = bytes.get() & 0xFF;
    addField(0, "packet", Command.name(first));
    MultiplayerPacket packet =
        switch (first & Command.MASK) {
          case Command.CALL -> call(first);
          case Command.ANNOUNCE -> announce();
          case Command.CONFIRM -> confirm();
          case Command.RAW -> new Raw(some("bytes"));
          case Command.SPAWN -> spawn();
          case Command.DESPAWN -> new Despawn(u32("the net id"));
          case Command.SYNC -> (first & Command.DELTA) == 0 ? sync() : new Delta(changes());
          default -> system();
        };
    if (bytes.hasRemaining()) {
      throw malformed(bytes.remaining() + " bytes follow the packet");
    }
    return packet;
  }

  private Call call(int first) {
    int size = 1 << (first >> Command.NODE_SHIFT & 3);
    if (size > 4) {
      throw new MalformedVariantException("unknown form of the node", 0, "");
    }
    int end = bytes.limit();
    need("the node", size);
    int at = bytes.position();
    int number =
        size == 1 ? bytes.get() & 0xFF : size == 2 ? bytes.getShort() & 0xFFFF : bytes.getInt();
    Node node;
    if (number < 0) {
      int offset = number & ~Command.BY_PATH;
      if (fields != null) {
        fields.add(at, size, "node", "path at byte " + offset);
      }
      if (offset < bytes.position() || offset >= end) {
        throw malformed("path at byte " + offset + " is outside of the packet");
      }
      ByteBuffer path = bytes.duplicate().position(offset);
      node = new ByPath(text("the path", path, false));
      if (path.hasRemaining()) {
        throw malformed(path.remaining() + " bytes follow the path");
      }
      bytes.limit(offset);
    } else {
      node = new ByNumber(number, size);
      addField(at, "the node", number);
    }
    int method = (first & Command.LONG_METHOD) == 0 ? u8("the method") : u16("the method");
    boolean raw = (first & Command.RAW_ARGUMENTS) != 0;
    if (!raw && !bytes.hasRemaining()) {
      throw malformed("the number of arguments is missing");
    }
    if (fields != null) {
      fields.arguments(bytes.position(), bytes.slice(), raw);
    }
    return new Call(node, method, rest(), raw);
  }

  private Announce announce() {
    int at = bytes.position();
    byte[] checksum = new byte[Command.CHECKSUM];
    need("the checksum", Command.CHECKSUM + 1);
    bytes.get(checksum);
    for (byte b : checksum) {
      if (b <= ' ' || b > '~') {
        throw new MalformedVariantException("checksum is not printable ASCII", at, "");
      }
    }
    if (bytes.get() != 0) {
      throw new MalformedVariantException("checksum without a NUL at its end", at, "");
    }
    String text = new String(checksum, StandardCharsets.US_ASCII);
    addField(at, "checksum of the methods", text);
    return new Announce(text, u32("the number"), text("the path", bytes, false));
  }

  private MultiplayerPacket confirm() {
    boolean byNumber = bytes.limit() == CONFIRM_LENGTH;
    boolean matches = u8("the answer") != 0;
    return byNumber
        ? new Confirm(matches, u32("the number"))
        : new ConfirmPath(matches, text("the path", bytes, true));
  }

  private Spawn spawn() {
    int scene = u8("the scene");
    long spawner = u32("the spawner");
    long netId = u32("the net id");
    long count = u32("the number of synchronizers");
    long length = u32("the length of the name");
    need("the synchronizers", count * Integer.BYTES);
    List<Long> synchronizers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      synchronizers.add(u32("a synchronizer"));
    }
    need("the name", length);
    ByteBuffer rest = bytes.duplicate();
    ByteBuffer name = bytes.limit(bytes.position() + (int) length);
    String text = text("the name", name, false);
    if (name.hasRemaining()) {
      throw malformed("name ends before its length");
    }
    bytes.limit(rest.limit());
    Optional<PackedByteArray> argument =
        scene == MultiplayerPacket.SPAWN_FUNCTION
            ? Optional.of(block("the argument"))
            : Optional.empty();
    if (fields != null) {
      fields.values(bytes.position(), bytes.slice());
    }
    return new Spawn(scene, spawner, netId, synchronizers, text, argument, rest());
  }

  private Sync sync() {
    int time = u16("the time");
    List<State> states = new ArrayList<>();
    while (bytes.hasRemaining()) {
      states.add(new State(u32("a synchronizer"), block("the values")));
    }
    return new Sync(time, states);
  }

  private List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    while (bytes.hasRemaining()) {
      long synchronizer = u32("a synchronizer");
      need("the properties", Long.BYTES);
      int at = bytes.position();
      long properties = bytes.getLong();
      if (fields != null) {
        fields.add(at, Long.BYTES, "properties", "0x" + Long.toHexString(properties));
      }
      changes.add(new Change(synchronizer, properties, block("the values")));
    }
    return changes;
  }

  private MultiplayerPacket system() {
    int at = bytes.position();
    need("the kind", 1);
    int kind = bytes.get() & 0xFF;
    addField(at, "kind", Command.kind(kind));
    return switch (kind) {
      case Command.AUTH -> bytes.hasRemaining() ? new Auth(some("data")) : new AuthDone();
      case Command.ADD_PEER -> new AddPeer(peer());
      case Command.REMOVE_PEER -> new RemovePeer(peer());
      case Command.RELAY -> relay();
      default ->
          throw new MalformedVariantException(
              "unknown system packet of kind " + Command.kind(kind), at, "");
    };
  }

  private int peer() {
    need("the peer", Integer.BYTES);
    int peer = bytes.getInt();
    addField(bytes.position() - Integer.BYTES, "the peer", peer);
    return peer;
  }

  private Relay relay() {
    int peer = peer();
    need("a relayed packet", 1);
    if ((bytes.get(bytes.position()) & Command.MASK) == Command.SYSTEM) {
      throw malformed("system packet inside a relayed packet");
    }
    if (fields != null) {
      fields.relayed(bytes.position(), bytes);
    }
    return new Relay(peer, rest());
  }

  private PackedByteArray block(String what) {
    long length = u32("the length of " + what);
    need(what, length);
    if (fields != null) {
      fields.values(bytes.position(), bytes.slice(bytes.position(), (int) length));
    }
    byte[] block = new byte[(int) length];
    bytes.get(block);
    return PackedByteArray.unsafeWrap(block);
  }

  private PackedByteArray some(String what) {
    need(what, 1);
    int at = bytes.position();
    PackedByteArray rest = rest();
    addField(at, what, "");
    return rest;
  }

  private PackedByteArray rest() {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return PackedByteArray.unsafeWrap(rest);
  }

  /**
   * Reads a text up to a NUL, which is skipped, or to the end if the NUL is missing.
   *
   * @param terminated whether a missing NUL is an error
   */
  private String text(String what, ByteBuffer in, boolean terminated) {
    int start = in.position();
    int end = start;
    while (end < in.limit() && in.get(end) != 0) {
      end++;
    }
    boolean found = end < in.limit();
    if (!found && terminated) {
      throw new MalformedVariantException(what + " has no NUL at its end", start, "");
    }
    ByteBuffer bytesOfText = in.duplicate().limit(end);
    in.position(found ? end + 1 : end);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytesOfText).toString();
      if (fields != null) {
        fields.add(start, in.position() - start, name(what), StringValue.of(text).toShortString());
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new MalformedVariantException(what + " is not UTF-8", start, "");
    }
  }

  private int u8(String what) {
    need(what, 1);
    int value = bytes.get() & 0xFF;
    addField(bytes.position() - 1, what, value);
    return value;
  }

  private int u16(String what) {
    need(what, Short.BYTES);
    int value = bytes.getShort() & 0xFFFF;
    addField(bytes.position() - Short.BYTES, what, value);
    return value;
  }

  private long u32(String what) {
    need(what, Integer.BYTES);
    long value = bytes.getInt() & MultiplayerPacket.LARGEST_NUMBER;
    addField(bytes.position() - Integer.BYTES, what, value);
    return value;
  }

  /** Returns the name of a field without its article. */
  private static String name(String what) {
    return what.substring(what.indexOf(' ') + 1);
  }

  private void need(String what, long length) {
    if (length > bytes.remaining()) {
      throw malformed(what + " needs " + length + " bytes but " + bytes.remaining() + " remain");
    }
  }

  private MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, bytes.position(), "");
  }
}
