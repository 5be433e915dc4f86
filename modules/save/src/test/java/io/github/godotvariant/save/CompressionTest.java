package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  /** Returns random bytes, a quarter of which are equal. */
  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Arrays.fill(bytes, length / 4, length / 2, (byte) 7);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(names = "BROTLI", mode = EnumSource.Mode.EXCLUDE)
  void compressesArraysOfEveryLength(Compression compression) {
    for (int length : new int[] {0, 1, 15, 16, 17, 4096, 65_535, 65_536, 65_537, 1_500_000}) {
      byte[] plain = bytes(length);
      byte[] compressed = compression.compress(plain);
      assertThat(compression.decompress(compressed, length)).isEqualTo(plain);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "BROTLI", mode = EnumSource.Mode.EXCLUDE)
  void writesBlocksOfEverySize(Compression compression) throws IOException {
    for (int blockSize : new int[] {1, 3, 16, 100, 4096, 70_000, 1_000_000}) {
      for (int length : new int[] {0, 84, 5000, 70_000 - 12}) {
        if (blockSize == 1 && length > 5000) {
          continue;
        }
        List<Variant> values = List.of(PackedByteArray.unsafeWrap(bytes(length)));
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

  /** The bytes that both Godot 4.6.3 and 3.2.3 write. */
  @ParameterizedTest
  @CsvSource({
    "FASTLZ, 474350460000000000100000240000001a0000000820000000040000001720030568656c6c6f20e00605026c6f0047435046",
    "DEFLATE, 4743504601000000001000002400000019000000789c536060606001627120ce48cdc9c957c0201900784408ec47435046",
    "ZSTD, 47435046020000000010000024000000220000" + ZSTD_REST,
    "GZIP, 47435046030000000010000024000000250000001f8b0800000000000003536060606001627120ce48cdc9c957c0201900bbe3d4552400000047435046"
  })
  void readsAndWritesBytesOfEngines(Compression compression, String hex) throws IOException {
    StringValue sentence = StringValue.of("hello hello hello hello");
    byte[] engines = HexFormat.of().parseHex(hex);
    assertThat(TestFiles.savedValues(engines, SaveOptions.DEFAULT)).containsExactly(sentence);
    // Later releases of zlib and Zstandard may write other lengths.
    assertThat(PLAIN.compressed(compression).toByteArray(List.of(sentence))).hasSameSizeAs(engines);
  }

  private static final String ZSTD_REST =
      "0028b52ffd2024cd00009820000000040000001700000068656c6c6f2000010032973047435046";

  @Test
  void writesEmptyContentsLikeEngine() {
    assertThat(hex(PLAIN.compressed(Compression.DEFLATE)))
        .isEqualTo("4743504601000000001000000000000008000000789c03000000000147435046");
    assertThat(hex(PLAIN.compressed(Compression.FASTLZ)))
        .isEqualTo("474350460000000000100000000000000a000000010000e002010200000047435046");
  }

  private static String hex(SaveFormat format) {
    return HexFormat.of().formatHex(format.toByteArray(List.of()));
  }

  @Test
  void rejectsCompressionWithBrotli() {
    assertThat(Compression.BROTLI.canCompress()).isFalse();
    assertThatThrownBy(() -> Compression.BROTLI.compress(new byte[10]))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void rejectsNegativeSize() {
    assertThatThrownBy(() -> Compression.DEFLATE.decompress(new byte[1], -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Gzip members of other writers, and the result of Godot 4.6.3. */
  @ParameterizedTest
  @CsvSource({
    "two members, 1f8b0800000000000203cb48cdc9c9070086a6103605000000" + WORLD + ", hello",
    "junk after, 1f8b0800000000000203cb48cdc9c9070086a61036050000006a756e6b, hello",
    "a name, 1f8b08080000000002036e616d6500cb48cdc9c9070086a6103605000000, hello",
    "extra and comment, 1f8b08140000000002030300616263636f6d6d656e7400cb48cdc9c9070086a6103605000000,"
        + " hello",
    "another length, 1f8b0800000000000203cb48cdc9c9070086a6103605000001, ",
    "another checksum, 1f8b0800000000000203cb48cdc9c9070086a6103705000000, ",
    "a cut trailer, 1f8b0800000000000203cb48cdc9c9070086a6103605, ",
    "a bad header checksum, 1f8b08020000000002037a7acb48cdc9c9070086a6103605000000, ",
    "an unknown flag, 1f8b0820000000000203cb48cdc9c9070086a6103605000000, ",
    "zlib, 789ccb48cdc9c90700062c0215, ",
    "a cut header, 1f8b08000000, ",
    "a name without an end, 1f8b08080000000002036e616d65, "
  })
  void readsGzipOfOtherWriters(String what, String hex, @Nullable String text) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (text != null) {
      assertThat(Compression.GZIP.decompress(bytes, 100))
          .as(what)
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo(text);
    } else {
      assertThatThrownBy(() -> Compression.GZIP.decompress(bytes, 100))
          .as(what)
          .isInstanceOf(SaveFileException.class);
    }
  }

  private static final String WORLD = "1f8b08000000000002032bcf2fca490100431177380500000000";

  @Test
  void acceptsChecksumOfGzipHeader() {
    byte[] header = HexFormat.of().parseHex("1f8b0802000000000203");
    CRC32 checksum = new CRC32();
    checksum.update(header);
    ByteBuffer member = ByteBuffer.allocate(27).order(ByteOrder.LITTLE_ENDIAN);
    member.put(header).putShort((short) checksum.getValue());
    member.put(HexFormat.of().parseHex("cb48cdc9c9070086a6103605000000"));
    assertThat(Compression.GZIP.decompress(member.array(), 5))
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("hello");
  }

  @Test
  void rejectsBlockSizesTooLargeForArray() {
    assertThat(new Compressed(Compression.ZSTD, Integer.MAX_VALUE - 8).blockSize()).isPositive();
    assertThatThrownBy(() -> new Compressed(Compression.ZSTD, Integer.MAX_VALUE - 7))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
