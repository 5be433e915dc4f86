package io.github.godotvariant.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Recognises bytes that hold values inside of something else, to say so instead of misreading. */
final class Wrapping {
  private static final int LENGTH_BYTES = 4;

  /** The smallest value is a header. */
  private static final int SMALLEST_VALUE = 4;

  private Wrapping() {}

  /** What a file with the magic number of a Godot file is, if the bytes start with one. */
  static Optional<String> file(byte[] bytes) {
    if (startsWith(bytes, "GCPF")) {
      return Optional.of("a compressed file of Godot (it starts with GCPF), not a bare value");
    }
    if (startsWith(bytes, "GDEC")) {
      return Optional.of("an encrypted file of Godot (it starts with GDEC), not a bare value");
    }
    return Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, String magic) {
    return bytes.length >= magic.length()
        && new String(bytes, 0, magic.length(), StandardCharsets.ISO_8859_1).equals(magic);
  }

  /**
   * Advice for bytes that are lengths with so many bytes behind each. A bare value can look like
   * that too, so this is only for bytes that are none.
   */
  static Optional<String> lengths(byte[] bytes) {
    int values =
        Math.max(values(bytes, ByteOrder.LITTLE_ENDIAN), values(bytes, ByteOrder.BIG_ENDIAN));
    if (values == 0) {
      return Optional.empty();
    }
    return Optional.of(
        values == 1
            ? "the first 4 bytes look like the length of the rest, as store_var writes it;"
                + " the value alone: tail -c +5 FILE | gdvar inspect -"
            : "this looks like "
                + Text.count(values, "value")
                + " that store_var wrote, each behind its length in 4 bytes");
  }

  /** How many values behind their lengths the bytes are; 0 if they are something else. */
  private static int values(byte[] bytes, ByteOrder order) {
    ByteBuffer rest = ByteBuffer.wrap(bytes).order(order);
    int values = 0;
    while (rest.remaining() >= LENGTH_BYTES) {
      int length = rest.getInt();
      if (length < SMALLEST_VALUE || length > rest.remaining()) {
        return 0;
      }
      rest.position(rest.position() + length);
      values++;
    }
    return rest.hasRemaining() ? 0 : values;
  }
}
