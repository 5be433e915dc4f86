package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
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

/** The bytes of a packet that comes. */
final class PacketInput {
  /** Of a confirmation by number; every other length is that of one by path. */
  private static final int CONFIRM_LENGTH = 6;

  /** A packet on its own, from byte 0. */
  private final ByteBuffer bytes;

  PacketInput(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  MultiplayerPacket packet() {
    int first = u8("the first byte");
    MultiplayerPacket packet =
        switch (first & Command.MASK) {
          case Command.CALL -> call(first);
          case Command.ANNOUNCE -> announce();
          case Command.CONFIRM -> confirm();
          case Command.RAW -> new Raw(some("raw bytes"));
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
      throw new MalformedVariantException("a node in a form that does not exist", 0, "");
    }
    int end = bytes.limit();
    int number = size == 1 ? u8("the node") : size == 2 ? u16("the node") : (int) u32("the node");
    Node node;
    if (number < 0) {
      int offset = number & ~Command.BY_PATH;
      if (offset < bytes.position() || offset >= end) {
        throw malformed("the path is at byte " + offset);
      }
      ByteBuffer path = bytes.duplicate().position(offset);
      node = new ByPath(text("the path", path, false));
      if (path.hasRemaining()) {
        throw malformed("more follows the path");
      }
      bytes.limit(offset);
    } else {
      node = new ByNumber(number, size);
    }
    int method = (first & Command.LONG_METHOD) == 0 ? u8("the method") : u16("the method");
    boolean raw = (first & Command.RAW_ARGUMENTS) != 0;
    if (!raw && !bytes.hasRemaining()) {
      throw malformed("the number of arguments is missing");
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
        throw new MalformedVariantException("a checksum that is no text", at, "");
      }
    }
    if (bytes.get() != 0) {
      throw new MalformedVariantException("a checksum without its end", at, "");
    }
    return new Announce(
        new String(checksum, StandardCharsets.US_ASCII),
        u32("the number"),
        text("the path", bytes, false));
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
      throw malformed("a name that ends before its length");
    }
    bytes.limit(rest.limit());
    Optional<PackedByteArray> argument =
        scene == MultiplayerPacket.SPAWN_FUNCTION
            ? Optional.of(block("the argument"))
            : Optional.empty();
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
      changes.add(new Change(synchronizer, bytes.getLong(), block("the values")));
    }
    return changes;
  }

  private MultiplayerPacket system() {
    int at = bytes.position();
    int kind = u8("the kind");
    return switch (kind) {
      case Command.AUTH -> bytes.hasRemaining() ? new Auth(rest()) : new AuthDone();
      case Command.ADD_PEER -> new AddPeer((int) u32("the peer"));
      case Command.REMOVE_PEER -> new RemovePeer((int) u32("the peer"));
      case Command.RELAY -> relay();
      default ->
          throw new MalformedVariantException("a system packet of unknown kind " + kind, at, "");
    };
  }

  private Relay relay() {
    int peer = (int) u32("the peer");
    need("a relayed packet", 1);
    if ((bytes.get(bytes.position()) & Command.MASK) == Command.SYSTEM) {
      throw malformed("a system packet that is relayed");
    }
    return new Relay(peer, rest());
  }

  private PackedByteArray block(String what) {
    long length = u32("the length of " + what);
    need(what, length);
    byte[] block = new byte[(int) length];
    bytes.get(block);
    return PackedByteArray.wrap(block);
  }

  private PackedByteArray some(String what) {
    need(what, 1);
    return rest();
  }

  private PackedByteArray rest() {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return PackedByteArray.wrap(rest);
  }

  /** Up to a NUL, which is passed by; or, where that may be missing, to the end. */
  private String text(String what, ByteBuffer in, boolean terminated) {
    int start = in.position();
    int end = start;
    while (end < in.limit() && in.get(end) != 0) {
      end++;
    }
    boolean found = end < in.limit();
    if (!found && terminated) {
      throw new MalformedVariantException(what + " without its end", start, "");
    }
    ByteBuffer text = in.duplicate().limit(end);
    in.position(found ? end + 1 : end);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedVariantException(what + " is no UTF-8", start, "");
    }
  }

  private int u8(String what) {
    need(what, 1);
    return bytes.get() & 0xFF;
  }

  private int u16(String what) {
    need(what, Short.BYTES);
    return bytes.getShort() & 0xFFFF;
  }

  private long u32(String what) {
    need(what, Integer.BYTES);
    return bytes.getInt() & MultiplayerPacket.LARGEST_NUMBER;
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
