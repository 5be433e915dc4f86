package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A small file costs little, whatever it says about itself. */
class BombsTest {
  private static final int LITTLE = 2 << 20;
  private static final int MUCH = 64 << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @FunctionalInterface
  private interface Reading {
    void read() throws IOException;
  }

  /** The error, which must have cost little. */
  private static SaveFileException cheap(Reading reading) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    SaveFileException thrown = catchThrowableOfType(SaveFileException.class, reading::read);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(LITTLE);
    assertThat(thrown).isNotNull();
    return thrown;
  }

  private static SaveFileException cheap(byte[] bytes, SaveOptions options) {
    // Once before, for what classes take when they are loaded.
    SaveFileException first =
        catchThrowableOfType(SaveFileException.class, () -> readAll(bytes, options));
    assertThat(first).isNotNull();
    return cheap(() -> readAll(bytes, options));
  }

  private static void readAll(byte[] bytes, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
      save.values();
    }
  }

  private static ByteBuffer words(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] compressedFile(
      Compression compression, int blockSize, int length, byte[]... blocks) {
    int all = 0;
    for (byte[] block : blocks) {
      all += 4 + block.length;
    }
    ByteBuffer file = ByteBuffer.allocate(20 + all).order(ByteOrder.LITTLE_ENDIAN);
    file.put("GCPF".getBytes(StandardCharsets.US_ASCII))
        .putInt(compression.mode())
        .putInt(blockSize)
        .putInt(length);
    for (byte[] block : blocks) {
      file.putInt(block.length);
    }
    for (byte[] block : blocks) {
      file.put(block);
    }
    file.put("GCPF".getBytes(StandardCharsets.US_ASCII));
    return file.array();
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void contentsBeyondTheLimitAreNotStarted(Compression compression) {
    byte[] bomb = compressedFile(compression, MUCH + 1, MUCH, compression.compress(new byte[MUCH]));
    SaveFileException thrown =
        cheap(bomb, SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(MUCH - 1)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void blocksThatMakeMoreThanTheyShouldAreStopped(Compression compression) {
    byte[] block = compression.compress(new byte[MUCH]);
    // The size must be possible for a block at all.
    int claimed = Math.max(4096, block.length / 2);
    SaveFileException thrown =
        cheap(compressedFile(compression, claimed + 1, claimed, block), SaveOptions.DEFAULT);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @EnumSource
  void blocksThatMakeLessThanTheyShouldReserveLittle(Compression compression) {
    byte[] block =
        compression.canCompress()
            ? compression.compress(new byte[100])
            : new byte[] {0x0B, 0x02, (byte) 0x80, 'x', 'y', 'z', 'x', 'y', 3};
    SaveFileException thrown =
        cheap(
            compressedFile(compression, Integer.MAX_VALUE - 100, Integer.MAX_VALUE - 200, block),
            SaveOptions.DEFAULT);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void arraysReserveWhatTheyNeed(Compression compression) {
    byte[] compressed = compression.compress(new byte[100]);
    compression.decompress(compressed, 100);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThat(compression.decompress(compressed, Integer.MAX_VALUE)).isEqualTo(new byte[100]);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(LITTLE);
    SaveFileException thrown = cheap(() -> compression.decompress(compressed, 99));
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @CsvSource({"1, -1, LIMIT", "1, 2147483000, TRUNCATED", "4096, 2000000000, TRUNCATED"})
  void tablesReserveWhatCame(int blockSize, int length, Reason reason) {
    SaveFileException thrown =
        cheap(
            compressedFile(Compression.DEFLATE, blockSize, length, new byte[10]),
            SaveOptions.DEFAULT);
    // What comes after the table's first entries reads as sizes that cannot be.
    assertThat(thrown.reason()).isIn(reason, Reason.BLOCK_TABLE);
    byte[] cut =
        words(20)
            .put("GCPF".getBytes(StandardCharsets.US_ASCII))
            .putInt(1)
            .putInt(blockSize)
            .putInt(length)
            .putInt(1)
            .array();
    assertThat(cheap(cut, SaveOptions.DEFAULT).reason()).isEqualTo(reason);
  }

  @Test
  void moreBlocksThanAnyoneCanCountAreRefused() {
    byte[] bomb = compressedFile(Compression.DEFLATE, 1, -1, new byte[10]);
    SaveFileException thrown =
        cheap(bomb, SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(1L << 40)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
  }

  @Test
  void valuesReserveWhatCame() {
    // A string of nearly 2 GiB, of which twelve bytes are there.
    byte[] bytes = words(20).putInt(0x7FFFFF00).putInt(4).putInt(0x7FFFFEF0).array();
    assertThat(cheap(bytes, SaveOptions.DEFAULT).reason()).isEqualTo(Reason.TRUNCATED);
    SaveOptions known =
        SaveOptions.DEFAULT.withFraming(Framing.STORE_VAR).withDialect(Dialect.GODOT_4);
    assertThat(cheap(bytes, known).reason()).isEqualTo(Reason.TRUNCATED);
    SaveOptions careful = known.withLimits(ReadLimits.NETWORK);
    assertThat(cheap(bytes, careful).reason()).isEqualTo(Reason.LIMIT);
  }

  @Test
  void encryptedContentsReserveWhatCame() {
    byte[] bytes =
        words(60)
            .put("GDEC".getBytes(StandardCharsets.US_ASCII))
            .putLong(0)
            .putLong(0)
            .putLong(1L << 50)
            .array();
    assertThat(cheap(bytes, SaveOptions.password("x")).reason()).isEqualTo(Reason.TRUNCATED);
  }

  @Test
  void piecesReserveWhatCame() throws IOException {
    byte[] bytes = words(16).putInt(0x7FFFFF00).array();
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      assertThat(cheap(reader::getPascalString).reason()).isEqualTo(Reason.TRUNCATED);
      assertThat(cheap(() -> reader.getBuffer(0x7FFFFF00)).reason()).isEqualTo(Reason.TRUNCATED);
      assertThat(cheap(() -> reader.getBuffer(Integer.MAX_VALUE)).reason())
          .isEqualTo(Reason.TRUNCATED);
      assertThat(cheap(reader::getVar).reason()).isEqualTo(Reason.TRUNCATED);
      assertThat(reader.position()).isZero();
    }
  }

  @Test
  void aLineWithoutAnEndIsStopped() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int i = 0; i < MUCH / 64; i++) {
      line.write('x');
    }
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withStringBytes(1000));
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(line.toByteArray()), options)) {
      assertThat(cheap(reader::getLine).reason()).isEqualTo(Reason.LIMIT);
    }
  }
}
