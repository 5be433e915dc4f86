package io.github.godotvariant.save.internal.block;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Compresses and decompresses blocks one at a time. {@link #output} returns the output of the last
 * call. Close a codec to release memory outside the heap.
 */
public abstract sealed class BlockCodec implements AutoCloseable
    permits FastLzBlocks, ZlibBlocks, GzipBlocks, ZstdBlocks, BrotliBlocks {
  /**
   * The maximum number of bytes that are allocated only because a file declares a length. More
   * memory is allocated as bytes arrive.
   */
  public static final int RESERVED = 1 << 16;

  byte[] out = {};

  /**
   * Returns the array that contains the last output, from index 0. The next call overwrites this
   * output.
   */
  public final byte[] output() {
    return out;
  }

  /**
   * Decompresses a block.
   *
   * @param in the array with the block
   * @param offset the offset of the block
   * @param length the length of the block
   * @param expected the maximum length of the output
   * @return the length of the output
   * @throws BadBlockException if the block is malformed, or the output is longer than {@code
   *     expected}
   */
  public abstract int decompress(byte[] in, int offset, int length, int expected)
      throws BadBlockException;

  /**
   * Compresses a block.
   *
   * @param in the array with the input from index 0
   * @param length the length of the input
   * @return the length of the output
   */
  public abstract int compress(byte[] in, int length);

  @Override
  public void close() {}

  /**
   * Reads a stream to its end into the output. Throws if the stream is longer than {@code expected}
   * bytes.
   */
  final int drain(InputStream stream, int expected) throws IOException, BadBlockException {
    int length = 0;
    while (length < expected) {
      ensureCapacity(length, expected);
      int count = stream.read(out, length, Math.min(out.length, expected) - length);
      if (count < 0) {
        return length;
      }
      length += count;
    }
    if (stream.read() >= 0) {
      throw BadBlockException.tooLong(expected);
    }
    return length;
  }

  /** Replaces the output array if it is shorter than {@code length}. */
  final void replaceIfShorter(int length) {
    if (out.length < length) {
      out = new byte[length];
    }
  }

  /**
   * Extends the output array to more than {@code length} bytes, and to at most {@code maxLength}.
   */
  final void ensureCapacity(int length, int maxLength) {
    if (length >= out.length) {
      out = Arrays.copyOf(out, (int) Math.min(maxLength, Math.max(RESERVED, 2L * length)));
    }
  }
}
