package io.github.godotvariant.save.internal.block;

import java.util.Arrays;

/** FastLZ with padding of short input by zeros, as in the engine. */
public final class FastLzBlocks extends BlockCodec {
  private static final int SHORTEST = 16;

  /** Maximum number of output bytes for each byte of an instruction. */
  private static final int BEST_RATIO = 256;

  @Override
  public int decompress(byte[] in, int offset, int length, int expected) throws BadBlockException {
    int most = (int) Math.min(Math.max(expected, SHORTEST), (long) length * BEST_RATIO);
    replaceIfShorter(most);
    try {
      return Math.min(FastLz.decompress(in, offset, length, out, 0, most), expected);
    } catch (FastLz.CorruptBlockException e) {
      throw new BadBlockException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public int compress(byte[] in, int length) {
    byte[] bytes = length < SHORTEST ? Arrays.copyOf(Arrays.copyOf(in, length), SHORTEST) : in;
    int from = Math.max(length, SHORTEST);
    int most = FastLz.maxCompressedLength(from);
    replaceIfShorter(most);
    return FastLz.compress(bytes, 0, from, out, 0);
  }
}
