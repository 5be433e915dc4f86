package io.github.godotvariant.save.internal.block;

import java.util.Arrays;

/**
 * Compresses and decompresses FastLZ. Adds zeros after input of less than 16 bytes, as the engine
 * does.
 */
public final class FastLzBlocks extends BlockCodec {
  private static final int MIN_LENGTH = 16;

  /** Maximum number of output bytes for each byte of an instruction. */
  private static final int MAX_RATIO = 256;

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    int maxLength = (int) Math.min(Math.max(expected, MIN_LENGTH), (long) length * MAX_RATIO);
    replaceIfShorter(maxLength);
    try {
      return Math.min(FastLz.decompress(in, offset, length, out, 0, maxLength), expected);
    } catch (FastLz.CorruptBlockException e) {
      throw new BadBlockException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public int compress(byte[] in, int length) {
    byte[] bytes = length < MIN_LENGTH ? Arrays.copyOf(Arrays.copyOf(in, length), MIN_LENGTH) : in;
    int from = Math.max(length, MIN_LENGTH);
    int maxLength = FastLz.maxCompressedLength(from);
    replaceIfShorter(maxLength);
    return FastLz.compress(bytes, 0, from, out, 0);
  }
}
