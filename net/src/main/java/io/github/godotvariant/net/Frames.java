package io.github.godotvariant.net;

import io.github.godotvariant.VariantLimitException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Bytes behind their length, four bytes. */
final class Frames {
  private static final int LENGTH = 4;

  private Frames() {}

  /**
   * Reads a frame.
   *
   * @param limit how long it may be
   * @return its bytes; empty if the stream ends before it
   */
  static Optional<byte[]> read(InputStream in, ByteOrder order, long limit) throws IOException {
    byte[] word = in.readNBytes(LENGTH);
    if (word.length == 0) {
      return Optional.empty();
    }
    if (word.length < LENGTH) {
      throw new EOFException("the stream ends inside the length of a frame");
    }
    long length = ByteBuffer.wrap(word).order(order).getInt() & 0xFFFFFFFFL;
    if (length > Math.min(limit, Integer.MAX_VALUE - 8)) {
      throw new VariantLimitException(
          "a frame of " + bytes(length) + " is longer than the limit of " + limit, 0, "");
    }
    // Reads and reserves piece by piece.
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length) {
      throw new EOFException(
          "the stream ends after " + bytes.length + " of " + bytes(length) + " of a frame");
    }
    return Optional.of(bytes);
  }

  /** A length for messages: for example {@code 1 byte}, {@code 8 bytes}. */
  static String bytes(long length) {
    return length + (length == 1 ? " byte" : " bytes");
  }

  static void write(OutputStream out, ByteOrder order, byte[] bytes) throws IOException {
    out.write(ByteBuffer.allocate(LENGTH).order(order).putInt(bytes.length).array());
    out.write(bytes);
  }
}
