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

/**
 * Decodes one packet. Error messages use the names of fields with their articles, such as {@code
 * the path}. Inspections use the names without articles.
 */
final class PacketReader {
  /**
   * The length in bytes of a confirmation by number. A {@link ConfirmPath} of this length is
   * decoded as a {@link Confirm}.
   */
  private static final int CONFIRM_LENGTH = 6;

  /** The bytes of the packet, from index 0 on. */
  private final ByteBuffer bytes;

  /** Records the fields for an inspection; null if the packet is only decoded. */
  private final @Nullable PacketFields fields;

  PacketReader(ByteBuffer bytes) {
    this(bytes, null);
  }

  PacketReader(ByteBuffer bytes, @Nullable PacketFields fields) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.fields = fields;
  }

  /**
   * Records the bytes from index {@code from} to the current position as a field, for an
   * inspection.
   */
  private void addField(int from, String name, String meaning) {
    if (fields != null) {
      fields.add(from, bytes.position() - from, name, meaning);
    }
  }

  /**
   * Records the bytes from index {@code from} to the current position as a field with a number.
   * Converts the number to text only for an inspection.
   */
  private void addField(int from, String name, long meaning) {
    if (fields != null) {
      fields.add(from, bytes.position() - from, withoutArticle(name), Long.toString(meaning));
    }
  }

  MultiplayerPacket read() {
    require("the first byte", 1);
    int firstByte = bytes.get() & 0xFF;
    addField(0, "packet", Command.name(firstByte));
    MultiplayerPacket packet =
        switch (firstByte & Command.MASK) {
          case Command.CALL -> readCall(firstByte);
          case Command.ANNOUNCE -> readAnnounce();
          case Command.CONFIRM -> readConfirm();
          case Command.RAW -> new Raw(readNonEmptyRest("bytes"));
          case Command.SPAWN -> readSpawn();
          case Command.DESPAWN -> new Despawn(readU32("the net id"));
          case Command.SYNC ->
              (firstByte & Command.DELTA) == 0 ? readSync() : new Delta(readChanges());
          default -> readSystem();
        };
    if (bytes.hasRemaining()) {
      throw malformed(bytes.remaining() + " bytes follow the packet");
    }
    return packet;
  }

  private Call readCall(int firstByte) {
    int size = 1 << (firstByte >> Command.NODE_SHIFT & 3);
    if (size > 4) {
      throw new MalformedVariantException("unknown form of the node", 0, "");
    }
    int end = bytes.limit();
    require("the node", size);
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
      node = new ByPath(readText("the path", path, false));
      if (path.hasRemaining()) {
        throw malformed(path.remaining() + " bytes follow the path");
      }
      bytes.limit(offset);
    } else {
      node = new ByNumber(number, size);
      addField(at, "the node", number);
    }
    int method =
        (firstByte & Command.LONG_METHOD) == 0 ? readU8("the method") : readU16("the method");
    boolean isRaw = (firstByte & Command.RAW_ARGUMENTS) != 0;
    if (!isRaw && !bytes.hasRemaining()) {
      throw malformed("the number of arguments is missing");
    }
    if (fields != null) {
      fields.addArguments(bytes.position(), bytes.slice(), isRaw);
    }
    return new Call(node, method, readRest(), isRaw);
  }

  private Announce readAnnounce() {
    int at = bytes.position();
    byte[] checksum = new byte[Command.CHECKSUM_CHARACTERS];
    require("the checksum", Command.CHECKSUM_CHARACTERS + 1);
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
    return new Announce(text, readU32("the number"), readText("the path", bytes, false));
  }

  private MultiplayerPacket readConfirm() {
    boolean isByNumber = bytes.limit() == CONFIRM_LENGTH;
    boolean hasSameChecksum = readU8("the answer") != 0;
    return isByNumber
        ? new Confirm(hasSameChecksum, readU32("the number"))
        : new ConfirmPath(hasSameChecksum, readText("the path", bytes, true));
  }

  private Spawn readSpawn() {
    int scene = readU8("the scene");
    long spawner = readU32("the spawner");
    long netId = readU32("the net id");
    long count = readU32("the number of synchronizers");
    long length = readU32("the length of the name");
    require("the synchronizers", count * Integer.BYTES);
    List<Long> synchronizers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      synchronizers.add(readU32("a synchronizer"));
    }
    require("the name", length);
    ByteBuffer rest = bytes.duplicate();
    ByteBuffer name = bytes.limit(bytes.position() + (int) length);
    String text = readText("the name", name, false);
    if (name.hasRemaining()) {
      throw malformed("name ends before its length");
    }
    bytes.limit(rest.limit());
    Optional<PackedByteArray> argument =
        scene == MultiplayerPacket.SPAWN_FUNCTION
            ? Optional.of(readBlock("the argument"))
            : Optional.empty();
    if (fields != null) {
      fields.addValues(bytes.position(), bytes.slice());
    }
    return new Spawn(scene, spawner, netId, synchronizers, text, argument, readRest());
  }

  private Sync readSync() {
    int time = readU16("the time");
    List<State> states = new ArrayList<>();
    while (bytes.hasRemaining()) {
      states.add(new State(readU32("a synchronizer"), readBlock("the values")));
    }
    return new Sync(time, states);
  }

  private List<Change> readChanges() {
    List<Change> changes = new ArrayList<>();
    while (bytes.hasRemaining()) {
      long synchronizer = readU32("a synchronizer");
      require("the properties", Long.BYTES);
      int at = bytes.position();
      long properties = bytes.getLong();
      if (fields != null) {
        fields.add(at, Long.BYTES, "properties", "0x" + Long.toHexString(properties));
      }
      changes.add(new Change(synchronizer, properties, readBlock("the values")));
    }
    return changes;
  }

  private MultiplayerPacket readSystem() {
    int at = bytes.position();
    require("the kind", 1);
    int kind = bytes.get() & 0xFF;
    addField(at, "kind", Command.kind(kind));
    return switch (kind) {
      case Command.AUTH ->
          bytes.hasRemaining() ? new Auth(readNonEmptyRest("data")) : new AuthDone();
      case Command.ADD_PEER -> new AddPeer(readPeer());
      case Command.REMOVE_PEER -> new RemovePeer(readPeer());
      case Command.RELAY -> readRelay();
      default ->
          throw new MalformedVariantException(
              "unknown system packet of kind " + Command.kind(kind), at, "");
    };
  }

  private int readPeer() {
    require("the peer", Integer.BYTES);
    int peer = bytes.getInt();
    addField(bytes.position() - Integer.BYTES, "the peer", peer);
    return peer;
  }

  private Relay readRelay() {
    int peer = readPeer();
    require("a relayed packet", 1);
    if ((bytes.get(bytes.position()) & Command.MASK) == Command.SYSTEM) {
      throw malformed("system packet inside a relayed packet");
    }
    if (fields != null) {
      fields.addRelayed(bytes.position(), bytes);
    }
    return new Relay(peer, readRest());
  }

  /** Reads a length of four bytes, and then as many bytes as this length. */
  private PackedByteArray readBlock(String name) {
    long length = readU32("the length of " + name);
    require(name, length);
    if (fields != null) {
      fields.addValues(bytes.position(), bytes.slice(bytes.position(), (int) length));
    }
    byte[] block = new byte[(int) length];
    bytes.get(block);
    return PackedByteArray.unsafeWrap(block);
  }

  /** Reads all remaining bytes, at least one. */
  private PackedByteArray readNonEmptyRest(String name) {
    require(name, 1);
    int at = bytes.position();
    PackedByteArray rest = readRest();
    addField(at, name, "");
    return rest;
  }

  private PackedByteArray readRest() {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return PackedByteArray.unsafeWrap(rest);
  }

  /**
   * Reads a text up to a NUL, and skips the NUL. Without a NUL, reads to the end of the buffer.
   *
   * @param needsNul whether a missing NUL is an error
   */
  private String readText(String name, ByteBuffer in, boolean needsNul) {
    int start = in.position();
    int end = start;
    while (end < in.limit() && in.get(end) != 0) {
      end++;
    }
    boolean hasNul = end < in.limit();
    if (!hasNul && needsNul) {
      throw new MalformedVariantException(name + " has no NUL at its end", start, "");
    }
    ByteBuffer bytesOfText = in.duplicate().limit(end);
    in.position(hasNul ? end + 1 : end);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytesOfText).toString();
      if (fields != null) {
        fields.add(
            start,
            in.position() - start,
            withoutArticle(name),
            StringValue.of(text).toShortString());
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new MalformedVariantException(name + " is not UTF-8", start, "");
    }
  }

  private int readU8(String name) {
    require(name, 1);
    int value = bytes.get() & 0xFF;
    addField(bytes.position() - 1, name, value);
    return value;
  }

  private int readU16(String name) {
    require(name, Short.BYTES);
    int value = bytes.getShort() & 0xFFFF;
    addField(bytes.position() - Short.BYTES, name, value);
    return value;
  }

  private long readU32(String name) {
    require(name, Integer.BYTES);
    long value = bytes.getInt() & MultiplayerPacket.LARGEST_NUMBER;
    addField(bytes.position() - Integer.BYTES, name, value);
    return value;
  }

  private static String withoutArticle(String name) {
    return name.substring(name.indexOf(' ') + 1);
  }

  private void require(String name, long length) {
    if (length > bytes.remaining()) {
      throw malformed(name + " needs " + length + " bytes but " + bytes.remaining() + " remain");
    }
  }

  private MalformedVariantException malformed(String problem) {
    return new MalformedVariantException(problem, bytes.position(), "");
  }
}
