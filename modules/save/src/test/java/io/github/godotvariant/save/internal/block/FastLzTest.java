package io.github.godotvariant.save.internal.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.save.Samples;
import io.github.godotvariant.save.internal.block.FastLz.CorruptBlockException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastLzTest {
  /** The byte before and after every range. Tests check that it does not change. */
  private static final byte GUARD = 0x5a;

  private static final int MARGIN = 300;

  /** Lengths near 0, the engine's block size and the limits of both levels, and between them. */
  private static int[] lengths() {
    return Stream.of(
            IntStream.rangeClosed(0, 300),
            IntStream.rangeClosed(4090, 4100),
            IntStream.rangeClosed(8185, 8200),
            IntStream.rangeClosed(65_530, 65_545),
            IntStream.rangeClosed(69_990, 70_000),
            new Random(70_000).ints(60, 301, 70_000))
        .flatMapToInt(Function.identity())
        .toArray();
  }

  @ParameterizedTest
  @EnumSource
  void roundTripsEveryLength(Samples kind) throws CorruptBlockException {
    for (int length : lengths()) {
      byte[] in = kind.make(length, length);
      for (int level = 1; level <= 2; level++) {
        byte[] block = compress(level, in);
        assertThat(block.length).isLessThanOrEqualTo(FastLz.maxCompressedLength(length));
        assertThat(decompress(block, length))
            .as("%s of %d bytes, level %d", kind, length, level)
            .isEqualTo(in);
        assertThat(NaiveFastLz.decompress(block))
            .as("%s of %d bytes, level %d", kind, length, level)
            .isEqualTo(in);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void roundTripsFarMatches(Samples kind) throws CorruptBlockException {
    byte[] in = kind.make(5, 400_000);
    for (int level = 1; level <= 2; level++) {
      byte[] block = compress(level, in);
      assertThat(decompress(block, in.length)).isEqualTo(in);
      assertThat(NaiveFastLz.decompress(block)).isEqualTo(in);
    }
  }

  @Test
  void choosesLevelByLength() {
    assertThat(levelOf(65_535)).isEqualTo(1);
    assertThat(levelOf(65_536)).isEqualTo(2);
  }

  private static int levelOf(int length) {
    byte[] out = new byte[FastLz.maxCompressedLength(length)];
    int compressed = FastLz.compress(new byte[length], 0, length, out, 0);
    int level = 1 + (out[0] >> 5);
    assertThat(Arrays.copyOf(out, compressed)).isEqualTo(compress(level, new byte[length]));
    return level;
  }

  @Test
  void compressesNoiseToMaximumLength() {
    for (int length : new int[] {0, 1, 16, 32, 33, 64, 65, 4096, 70_000}) {
      byte[] in = Samples.NOISE.make(1, length);
      // Noise contains a few matches of 3 bytes, each of which saves a byte.
      assertThat(compress(1, in).length)
          .isBetween(
              FastLz.maxCompressedLength(length) - length / 2000,
              FastLz.maxCompressedLength(length));
    }
    assertThat(FastLz.maxCompressedLength(0)).isZero();
    assertThat(FastLz.maxCompressedLength(2_082_408_384)).isEqualTo(Integer.MAX_VALUE - 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FastLz.maxCompressedLength(2_082_408_385));
    assertThatIllegalArgumentException().isThrownBy(() -> FastLz.maxCompressedLength(-1));
  }

  @ParameterizedTest
  @CsvSource({
    // a run and a match; a match longer than its distance
    "024142432002,             414243414243",
    "0041c000,                 414141414141414141",
    // 9 bytes, 10 bytes
    "0041e00000,               41414141414141414141",
    "0041e00100,               4141414141414141414141",
    // the same in level 2
    "20414000,                 4141414141",
    "2041e00100,               4141414141414141414141",
  })
  void decompressesInstructions(String block, String output) throws CorruptBlockException {
    assertThat(HexFormat.of().formatHex(decompress(hex(block), 100))).isEqualTo(output);
  }

  @Test
  void readsLongLengthAndDistanceInLevel2() throws CorruptBlockException {
    // 1 + 9 + 255 + 255 + 3 bytes
    assertThat(decompress(hex("2041e0ffff0300"), 1000)).hasSize(523).containsOnly(0x41);
    // 0x1fff + 0x0102 + 1 bytes back
    byte[] in = Samples.NOISE.make(1, 9000);
    byte[] block = compress(2, in);
    int length = block.length;
    block = Arrays.copyOf(block, length + 4);
    System.arraycopy(hex("3fff0102"), 0, block, length, 4);
    assertThat(decompress(block, 9003))
        .startsWith(in)
        .endsWith(Arrays.copyOfRange(in, 9000 - 8450, 9000 - 8450 + 3));
  }

  @ParameterizedTest
  @CsvSource({
    "40,             0, no FastLZ level has number 2",
    "e000,           0, no FastLZ level has number 7",
    "00,             0, the block ends inside an instruction",
    "20,             0, the block ends inside an instruction",
    "034142,         0, the block ends inside an instruction",
    "004120,         2, the block ends inside an instruction",
    "004100420143,   4, the block ends inside an instruction",
    "0041e0,         2, the block ends inside an instruction",
    "0041e002,       2, the block ends inside an instruction",
    "2041e002,       2, the block ends inside an instruction",
    "20413fff,       2, the block ends inside an instruction",
    "20413fff00,     2, the block ends inside an instruction",
    "00412001,       2, 'a match is 2 bytes back, where only 1 is'",
    "20413fff0000,   2, 'a match is 8192 bytes back, where only 1 is'",
    "0c41424344454647484950515253, 0, the block makes more than the expected 12 bytes",
    "00418000c00043, 4, the block makes more than the expected 12 bytes",
    "0041e00300,     2, the block makes more than the expected 12 bytes",
    "2041e0ffffff,   2, the block makes more than the expected 12 bytes",
  })
  void rejectsCorruptBlocks(String block, int offset, String message) {
    byte[] in = hex(block);
    assertCorrupt(in, 12, offset, message);
  }

  @Test
  void stopsAtMaximumLength() {
    byte[] level1 = new byte[300_002];
    level1[1] = 1;
    for (int i = 2; i < level1.length; i += 3) {
      level1[i] = (byte) 0xe0;
      level1[i + 1] = (byte) 0xff;
    }
    // 1 + 15 * 264 bytes fit in a block, the next match does not
    assertCorrupt(level1, 4096, 2 + 15 * 3, "the block makes more than the expected 4096 bytes");
    // The length alone is too large for an int.
    byte[] level2 = new byte[9_000_000];
    Arrays.fill(level2, (byte) 0xff);
    level2[0] = 1 << 5;
    assertCorrupt(level2, 4096, 2, "the block makes more than the expected 4096 bytes");
  }

  @ParameterizedTest
  @EnumSource
  void decompressesPrefixesLikeNaiveDecoder(Samples kind) {
    byte[] in = kind.make(9, 900);
    for (int level = 1; level <= 2; level++) {
      byte[] block = compress(level, in);
      for (int length = 0; length < block.length; length++) {
        assertLikeNaive(Arrays.copyOf(block, length), in.length);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void decompressesMutationsLikeNaiveDecoder(long seed) {
    Random random = new Random(seed);
    List<byte[]> blocks = new ArrayList<>();
    for (Samples kind : Samples.values()) {
      for (int length : new int[] {1, 40, 700, 5000}) {
        blocks.add(compress(1, kind.make(seed, length)));
        blocks.add(compress(2, kind.make(seed, length)));
      }
    }
    blocks.add(compress(2, Samples.BORDERS.make(seed, 20_000)));
    for (int i = 0; i < 5000; i++) {
      byte[] block = blocks.get(random.nextInt(blocks.size())).clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        int at = random.nextInt(random.nextBoolean() ? block.length : Math.min(block.length, 30));
        block[at] =
            switch (random.nextInt(4)) {
              case 0 -> (byte) (block[at] ^ 1 << random.nextInt(8));
              case 1 -> (byte) 0xff;
              case 2 -> (byte) (block[at] + random.nextInt(3) - 1);
              default -> (byte) random.nextInt();
            };
      }
      if (random.nextInt(8) == 0) {
        block = Arrays.copyOf(block, random.nextInt(block.length + 3));
      }
      assertLikeNaive(block, random.nextInt(2) * 700 + random.nextInt(6000));
    }
  }

  /**
   * Checks that a block is decompressed as by the naive decoder. It must be rejected if the naive
   * decoder rejects it or its output is longer than the maximum.
   */
  private static void assertLikeNaive(byte[] block, int maxLength) {
    byte[] expected;
    try {
      expected = NaiveFastLz.decompress(block);
    } catch (RuntimeException e) {
      expected = null;
    }
    try {
      byte[] out = decompress(block, maxLength);
      assertThat(out).as(() -> HexFormat.of().formatHex(block)).isEqualTo(expected);
    } catch (CorruptBlockException e) {
      if (expected != null) {
        assertThat(expected.length)
            .as(() -> HexFormat.of().formatHex(block))
            .isGreaterThan(maxLength);
      }
      if (block.length > 0) {
        assertThat(e.offset()).isBetween(MARGIN, MARGIN + block.length - 1);
      }
    }
  }

  private static void assertCorrupt(byte[] block, int maxLength, int offset, String message) {
    CorruptBlockException e =
        catchThrowableOfType(CorruptBlockException.class, () -> decompress(block, maxLength));
    assertThat(e).hasMessage(message);
    assertThat(e.offset()).isEqualTo(MARGIN + offset);
  }

  @Test
  void rejectsInvalidRanges() {
    byte[] ten = new byte[10];
    assertThatThrownBy(() -> FastLz.compress(ten, 1, 10, new byte[20], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FastLz.compress(ten, 0, -1, new byte[20], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FastLz.compress(ten, 0, 10, ten, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FastLz.compress(ten, 0, 10, new byte[20], 10))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FastLz.compress(3, ten, 0, 10, new byte[20], 0));
    assertThatThrownBy(() -> FastLz.decompress(ten, 1, 10, new byte[20], 0, 20))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FastLz.decompress(ten, 0, 10, new byte[20], 1, 20))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FastLz.decompress(ten, 0, 10, new byte[20], 0, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Compresses a range of an array. Other bytes must neither change nor change the result. */
  private static byte[] compress(int level, byte[] in) {
    byte[] source = guarded(in.length);
    System.arraycopy(in, 0, source, MARGIN, in.length);
    byte[] sourceBefore = source.clone();
    byte[] target = guarded(FastLz.maxCompressedLength(in.length));
    int length = FastLz.compress(level, source, MARGIN, in.length, target, MARGIN);
    assertThat(Arrays.equals(source, sourceBefore)).isTrue();
    assertGuards(target, length);
    byte[] block = Arrays.copyOfRange(target, MARGIN, MARGIN + length);

    byte[] exact = new byte[FastLz.maxCompressedLength(in.length)];
    assertThat(FastLz.compress(level, in, 0, in.length, exact, 0)).isEqualTo(length);
    assertThat(Arrays.equals(exact, 0, length, block, 0, length)).isTrue();
    return block;
  }

  /** Decompresses a range of an array. Other bytes must neither change nor change the result. */
  private static byte[] decompress(byte[] block, int maxLength) throws CorruptBlockException {
    byte[] source = guarded(block.length);
    System.arraycopy(block, 0, source, MARGIN, block.length);
    byte[] sourceBefore = source.clone();
    byte[] target = guarded(maxLength);
    byte[] exact = new byte[maxLength];
    int length;
    try {
      length = FastLz.decompress(source, MARGIN, block.length, target, MARGIN, maxLength);
    } catch (CorruptBlockException e) {
      assertGuards(target, maxLength);
      assertThat(Arrays.equals(source, sourceBefore)).isTrue();
      assertThatThrownBy(() -> FastLz.decompress(block, 0, block.length, exact, 0, maxLength))
          .isInstanceOf(CorruptBlockException.class)
          .hasMessage(e.getMessage());
      throw e;
    }
    assertGuards(target, length);
    assertThat(Arrays.equals(source, sourceBefore)).isTrue();
    assertThat(FastLz.decompress(block, 0, block.length, exact, 0, maxLength)).isEqualTo(length);
    assertThat(Arrays.equals(exact, 0, length, target, MARGIN, MARGIN + length)).isTrue();
    return Arrays.copyOf(exact, length);
  }

  private static byte[] guarded(int length) {
    byte[] out = new byte[MARGIN + length + MARGIN];
    Arrays.fill(out, GUARD);
    return out;
  }

  private static void assertGuards(byte[] array, int length) {
    for (int i = 0; i < array.length; i++) {
      if (i == MARGIN) {
        i += length;
      }
      if (array[i] != GUARD) {
        throw new AssertionError("byte " + (i - MARGIN) + " was written to");
      }
    }
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
