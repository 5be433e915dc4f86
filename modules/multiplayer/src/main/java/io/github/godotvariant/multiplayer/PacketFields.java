package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the fields of a packet for {@link PacketInspection}. */
final class PacketFields {
  private final CompressedVariantCodec codec;
  private final List<WireField> fields = new ArrayList<>();
  private Optional<VariantException> failure = Optional.empty();

  /**
   * The offset of the packet that is being decoded, counted from the first byte of the inspected
   * packet; above 0 for a relayed packet.
   */
  private int base;

  PacketFields(CompressedVariantCodec codec) {
    this.codec = codec;
  }

  List<WireField> all() {
    return fields;
  }

  /**
   * Returns the error in a value or in a relayed packet, which {@link PacketReader} alone does not
   * decode; empty if there is no such error.
   */
  Optional<VariantException> failure() {
    return failure;
  }

  /** Adds a field of the packet. Does nothing if the field has no bytes. */
  void add(int offset, int length, String name, String meaning) {
    if (length > 0) {
      fields.add(new WireField(base + offset, length, name, meaning));
    }
  }

  /**
   * Adds a field for each encoded value in a buffer. {@code offset} is the offset of index 0 of the
   * buffer in the packet.
   */
  void addValues(int offset, ByteBuffer bytes) {
    int number = 0;
    while (failure.isEmpty() && bytes.hasRemaining()) {
      addValue(offset, bytes, "value " + number++);
    }
  }

  /** Adds a field for each argument of a call. If bytes follow the arguments, records an error. */
  void addArguments(int offset, ByteBuffer bytes, boolean isRaw) {
    if (isRaw) {
      add(offset, bytes.remaining(), "argument 0", "PackedByteArray of all these bytes");
      return;
    }
    int count = bytes.get() & 0xFF;
    add(offset, 1, "number of arguments", Integer.toString(count));
    for (int i = 0; failure.isEmpty() && i < count; i++) {
      addValue(offset, bytes, "argument " + i);
    }
    if (failure.isEmpty() && bytes.hasRemaining()) {
      int at = offset + bytes.position();
      add(at, bytes.remaining(), "more", "");
      fail(bytes.remaining() + " bytes follow the arguments", at, "");
    }
  }

  private void addValue(int offset, ByteBuffer bytes, String name) {
    int at = offset + bytes.position();
    try {
      Decoded value = codec.decodePrefix(bytes);
      add(at, value.length(), name, meaning(value.value()));
    } catch (VariantException e) {
      add(at, bytes.remaining(), name, "broken");
      fail(e.problem(), at + Math.max(0, e.byteOffset()), e.path());
    }
  }

  private static String meaning(Variant value) {
    String type = value.type().godotName();
    String text = value.toShortString();
    return text.startsWith(type) ? text : type + " " + text;
  }

  /** Adds the fields of a packet that is relayed inside another packet. */
  void addRelayed(int offset, ByteBuffer packet) {
    base += offset;
    try {
      MultiplayerPacket unused = new PacketReader(packet, this).read();
    } catch (VariantException e) {
      fail(e.problem(), Math.max(0, e.byteOffset()), e.path());
    } finally {
      base -= offset;
    }
  }

  private void fail(String problem, long offset, String path) {
    failure = Optional.of(new MalformedVariantException(problem, base + offset, path));
  }
}
