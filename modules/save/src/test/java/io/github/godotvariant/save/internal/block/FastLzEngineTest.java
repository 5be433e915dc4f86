package io.github.godotvariant.save.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.save.Samples;
import io.github.godotvariant.save.internal.block.FastLz.CorruptBlockException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads blocks that engines wrote, and writes the same bytes. */
class FastLzEngineTest {
  private static final int MIN_LENGTH = 16;

  /** Files of {@code open_compressed}, and plain files with the same values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gd46.*.empty",
        "gd46.*.one",
        "gd46.*.several",
        "gd46.*.block_exact",
        "gd46.*.blocks",
        "gd46.*.noise",
        "gd32.*.several",
      })
  void readsAndWritesBlocksOfFiles(String name) throws IOException, CorruptBlockException {
    byte[] file = resource(name.replace("*", "compressed.fastlz") + ".bin");
    byte[] plain = resource(name.replace("*", "plain") + ".bin");
    ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(8);
    int blockLength = header.getInt();
    assertThat(header.getInt()).isEqualTo(plain.length);
    int blocks = plain.length / blockLength + 1;
    int at = header.position() + 4 * blocks;
    for (int i = 0; i < blocks; i++) {
      int length = header.getInt();
      byte[] input =
          Arrays.copyOfRange(plain, i * blockLength, Math.min((i + 1) * blockLength, plain.length));
      assertBlock(Arrays.copyOfRange(file, at, at + length), input);
      at += length;
    }
    assertThat(at).isEqualTo(file.length - 4);
  }

  @Test
  void readsAndWritesCompressedByteArray() throws IOException, CorruptBlockException {
    byte[] plain = resource("gd46.plain.blocks.bin");
    // In the file, the value follows its length.
    assertBlock(
        resource("gd46.pba_compress.fastlz.bin"), Arrays.copyOfRange(plain, 4, plain.length));
  }

  private static void assertBlock(byte[] block, byte[] input) throws CorruptBlockException {
    byte[] padded = padded(input);
    byte[] out = new byte[padded.length];
    assertThat(FastLz.decompress(block, 0, block.length, out, 0, out.length))
        .isEqualTo(padded.length);
    assertThat(out).isEqualTo(padded);
    assertThat(NaiveFastLz.decompress(block)).isEqualTo(padded);
    assertThat(compress(padded)).isEqualTo(block);
  }

  /** The repository has only the length and the digest of the bytes that engines write. */
  @Test
  void writesSameBytesAsEngine() throws IOException, NoSuchAlgorithmException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    String table = new String(resource("engine-output.tsv"), StandardCharsets.UTF_8);
    int rows = 0;
    for (String row : table.lines().filter(line -> !line.startsWith("#")).toList()) {
      String[] cells = row.split("\t", -1);
      byte[] input =
          Samples.valueOf(cells[0]).make(Long.parseLong(cells[1]), Integer.parseInt(cells[2]));
      byte[] block = compress(padded(input));
      assertThat(block.length).as(row).isEqualTo(Integer.parseInt(cells[3]));
      assertThat(HexFormat.of().formatHex(sha256.digest(block))).as(row).isEqualTo(cells[4]);
      rows++;
    }
    assertThat(rows).isGreaterThan(200);
  }

  private static byte[] padded(byte[] input) {
    return Arrays.copyOf(input, Math.max(MIN_LENGTH, input.length));
  }

  private static byte[] compress(byte[] input) {
    byte[] out = new byte[FastLz.maxCompressedLength(input.length)];
    return Arrays.copyOf(out, FastLz.compress(input, 0, input.length, out, 0));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Samples.class.getResourceAsStream("fastlz/" + name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return in.readAllBytes();
    }
  }
}
