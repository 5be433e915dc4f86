package io.github.godotvariant.save.internal.block;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Compresses and decompresses blocks, one after the other. What it made last stands in {@link
 * #made}, from the start. To be closed, for memory outside the heap.
 */
public abstract sealed class BlockCodec implements AutoCloseable
    permits FastLzBlocks, ZlibBlocks, GzipBlocks, ZstdBlocks, BrotliBlocks {
  /** So much is reserved on the word of a file; more only as bytes really come. */
  public static final int RESERVED = 1 << 16;

  byte[] out = {};

  /** What was made last, from its start; overwritten by what is made next. */
  public final byte[] made() {
    return out;
  }

  /**
   * Decompresses a block.
   *
   * @param in holds the block
   * @param offset where it starts
   * @param length how long it is
   * @param expected how much it may make
   * @return how much it made
   */
  public abstract int decompress(byte[] in, int offset, int length, int expected)
      throws BadBlockException;

  /**
   * Compresses a block.
   *
   * @param in holds the bytes from its start
   * @param length how many they are
   * @return how many they have become
   */
  public abstract int compress(byte[] in, int length);

  @Override
  public void close() {}

  /** All that a stream gives, which must be no more than expected. */
  final int drain(InputStream stream, int expected) throws IOException, BadBlockException {
    int length = 0;
    while (length < expected) {
      room(length, expected);
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

  /** Makes room for a byte more than {@code length} at least, and not beyond {@code most}. */
  final void room(int length, int most) {
    if (length >= out.length) {
      out = Arrays.copyOf(out, (int) Math.min(most, Math.max(RESERVED, 2L * length)));
    }
  }
}
