package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  /** Some of it alike, some not. */
  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Arrays.fill(bytes, length / 4, length / 2, (byte) 7);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(names = "BROTLI", mode = EnumSource.Mode.EXCLUDE)
  void arraysOfAnyLength(Compression compression) {
    for (int length : new int[] {0, 1, 15, 16, 17, 4096, 65_535, 65_536, 65_537, 1_500_000}) {
      byte[] plain = bytes(length);
      byte[] compressed = compression.compress(plain);
      assertThat(compression.decompress(compressed, length)).isEqualTo(plain);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "BROTLI", mode = EnumSource.Mode.EXCLUDE)
  void blocksOfAnySize(Compression compression) throws IOException {
    for (int blockSize : new int[] {1, 3, 16, 100, 4096, 70_000, 1_000_000}) {
      for (int length : new int[] {0, 84, 5000, 70_000 - 12}) {
        if (blockSize == 1 && length > 5000) {
          continue;
        }
        List<Variant> values = List.of(PackedByteArray.wrap(bytes(length)));
        SaveFormat format = PLAIN.withLayers(List.of(new Compressed(compression, blockSize)));
        try (SaveFile save =
            SaveFile.open(
                new ByteArrayInputStream(format.toByteArray(values)), SaveOptions.DEFAULT)) {
          assertThat(save.format()).isEqualTo(format);
          assertThat(save.values()).isEqualTo(values);
        }
      }
    }
  }

  /** What Godot 4.6.3 and 3.2.3 both write. */
  @ParameterizedTest
  @CsvSource({
    "FASTLZ, 474350460000000000100000240000001a0000000820000000040000001720030568656c6c6f20e00605026c6f0047435046",
    "DEFLATE, 4743504601000000001000002400000019000000789c536060606001627120ce48cdc9c957c0201900784408ec47435046",
    "ZSTD, 47435046020000000010000024000000220000" + ZSTD_REST,
    "GZIP, 47435046030000000010000024000000250000001f8b0800000000000003536060606001627120ce48cdc9c957c0201900bbe3d4552400000047435046"
  })
  void aSentence(Compression compression, String hex) throws IOException {
    StringValue sentence = StringValue.of("hello hello hello hello");
    byte[] engines = HexFormat.of().parseHex(hex);
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(engines), SaveOptions.DEFAULT)) {
      assertThat(save.values()).containsExactly(sentence);
    }
    // Zlib and Zstandard may change their mind with a release; these have not.
    assertThat(PLAIN.compressed(compression).toByteArray(List.of(sentence))).hasSameSizeAs(engines);
  }

  private static final String ZSTD_REST =
      "0028b52ffd2024cd00009820000000040000001700000068656c6c6f2000010032973047435046";

  @Test
  void whatTheEngineWritesOfNothingAndOfFullBlocks() {
    assertThat(hex(PLAIN.compressed(Compression.DEFLATE)))
        .isEqualTo("4743504601000000001000000000000008000000789c03000000000147435046");
    assertThat(hex(PLAIN.compressed(Compression.FASTLZ)))
        .isEqualTo("474350460000000000100000000000000a000000010000e002010200000047435046");
  }

  private static String hex(SaveFormat format) {
    return HexFormat.of().formatHex(format.toByteArray(List.of()));
  }

  @Test
  void brotliIsForReading() {
    assertThat(Compression.BROTLI.canCompress()).isFalse();
    assertThatThrownBy(() -> Compression.BROTLI.compress(new byte[10]))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void negativeSizes() {
    assertThatThrownBy(() -> Compression.DEFLATE.decompress(new byte[1], -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
