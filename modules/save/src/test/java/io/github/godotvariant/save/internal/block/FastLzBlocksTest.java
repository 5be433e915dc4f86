package io.github.godotvariant.save.internal.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.save.Samples;
import io.github.godotvariant.save.internal.block.FastLz.CorruptBlockException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FastLzBlocksTest {
  private static final int SHORTEST = 16;

  /** Short input is padded, as by the engine. Later bytes of the array are not compressed. */
  @Test
  void padsShortInputWithZeros() throws BadBlockException, CorruptBlockException {
    byte[] in = Samples.NOISE.make(3, 40);
    try (FastLzBlocks blocks = new FastLzBlocks()) {
      for (int length = 1; length <= in.length; length++) {
        byte[] input = Arrays.copyOf(in, length);
        byte[] filled = Arrays.copyOf(input, Math.max(SHORTEST, length));
        int compressed = blocks.compress(in, length);
        byte[] block = Arrays.copyOf(blocks.out, compressed);
        byte[] whole = new byte[100];
        assertThat(FastLz.decompress(block, 0, compressed, whole, 0, whole.length))
            .isEqualTo(filled.length);
        assertThat(whole).startsWith(filled);
        assertThat(blocks.decompress(block, 0, compressed, length)).isEqualTo(length);
        assertThat(blocks.out).startsWith(input);
      }
    }
  }

  @Test
  void readsBlockAtOffset() throws BadBlockException {
    byte[] in = Samples.NOISE.make(4, 1000);
    try (FastLzBlocks blocks = new FastLzBlocks()) {
      int length = blocks.compress(in, in.length);
      byte[] file = new byte[7 + length + 7];
      Arrays.fill(file, (byte) 0xff);
      System.arraycopy(blocks.out, 0, file, 7, length);
      try (FastLzBlocks others = new FastLzBlocks()) {
        assertThat(others.decompress(file, 7, length, in.length)).isEqualTo(in.length);
        assertThat(others.out).startsWith(in);
      }
    }
  }

  /** An impossible length does not cause allocation. */
  @Test
  void boundsAllocationForSmallBlock() throws BadBlockException {
    byte[] bomb = {0x20, 0x41, (byte) 0xe0, (byte) 0xff, 0, 0};
    try (FastLzBlocks blocks = new FastLzBlocks()) {
      assertThat(blocks.decompress(bomb, 0, bomb.length, 1 << 30)).isEqualTo(1 + 9 + 255);
      assertThat(blocks.out.length).isLessThanOrEqualTo(256 * bomb.length);
    }
  }

  @Test
  void reportsUnknownLevel() {
    try (FastLzBlocks blocks = new FastLzBlocks()) {
      assertThatExceptionOfType(BadBlockException.class)
          .isThrownBy(() -> blocks.decompress(new byte[] {0x40}, 0, 1, 100))
          .withMessage("no FastLZ level has number 2");
    }
  }
}
