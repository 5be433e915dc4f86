package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a small file allocates little memory, whatever sizes it declares. */
class BombsTest {
  private static final int SMALL = 2 << 20;
  private static final int LARGE = 64 << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @FunctionalInterface
  private interface Reading {
    void read() throws IOException;
  }

  /** Returns the exception, and checks that little memory was allocated. */
  private static SaveFileException failCheaply(Reading reading) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    SaveFileException thrown = catchThrowableOfType(SaveFileException.class, reading::read);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(SMALL);
    assertThat(thrown).isNotNull();
    return thrown;
  }

  private static SaveFileException failCheaply(byte[] bytes, SaveOptions options) {
    // The first call loads classes.
    SaveFileException first =
        catchThrowableOfType(SaveFileException.class, () -> readAll(bytes, options));
    assertThat(first).isNotNull();
    return failCheaply(() -> readAll(bytes, options));
  }

  private static void readAll(byte[] bytes, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(new ByteArrayInputStream(bytes), options)) {
      save.values();
    }
  }

  private static ByteBuffer words(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Writes the start of a compressed file. */
  private static ByteBuffer start(
      ByteBuffer file, Compression compression, int blockSize, int length) {
    return file.put("GCPF".getBytes(StandardCharsets.US_ASCII))
        .putInt(compression.mode())
        .putInt(blockSize)
        .putInt(length);
  }

  private static byte[] compressedFile(
      Compression compression, int blockSize, int length, byte[]... blocks) {
    int all = 0;
    for (byte[] block : blocks) {
      all += 4 + block.length;
    }
    ByteBuffer file = ByteBuffer.allocate(20 + all).order(ByteOrder.LITTLE_ENDIAN);
    start(file, compression, blockSize, length);
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
  void rejectsContentsBeyondLimitBeforeReading(Compression compression) {
    byte[] bomb =
        compressedFile(compression, LARGE + 1, LARGE, compression.compress(new byte[LARGE]));
    SaveFileException thrown =
        failCheaply(bomb, SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(LARGE - 1)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void rejectsBlockWithMoreBytesThanDeclared(Compression compression) {
    byte[] block = compression.compress(new byte[LARGE]);
    // The size must be possible for a block of this length.
    int claimed = Math.max(4096, block.length / 2);
    SaveFileException thrown =
        failCheaply(compressedFile(compression, claimed + 1, claimed, block), SaveOptions.DEFAULT);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @EnumSource
  void allocatesLittleForBlockWithFewerBytesThanDeclared(Compression compression) {
    byte[] block =
        compression.canCompress()
            ? compression.compress(new byte[100])
            : new byte[] {0x0B, 0x02, (byte) 0x80, 'x', 'y', 'z', 'x', 'y', 3};
    SaveFileException thrown =
        failCheaply(
            compressedFile(compression, Integer.MAX_VALUE - 100, Integer.MAX_VALUE - 200, block),
            SaveOptions.DEFAULT);
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTLZ", "DEFLATE", "ZSTD", "GZIP"})
  void allocatesOnlyDecompressedBytes(Compression compression) {
    byte[] compressed = compression.compress(new byte[100]);
    compression.decompress(compressed, 100);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThat(compression.decompress(compressed, Integer.MAX_VALUE)).isEqualTo(new byte[100]);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(SMALL);
    SaveFileException thrown = failCheaply(() -> compression.decompress(compressed, 99));
    assertThat(thrown.reason()).isEqualTo(Reason.CORRUPT_BLOCK);
  }

  @ParameterizedTest
  @CsvSource({"1, -1, LIMIT", "1, 2147483000, TRUNCATED", "4096, 2000000000, TRUNCATED"})
  void boundsAllocationForBlockTables(int blockSize, int length, Reason reason) {
    SaveFileException thrown =
        failCheaply(
            compressedFile(Compression.DEFLATE, blockSize, length, new byte[10]),
            SaveOptions.DEFAULT);
    // The bytes after the first entries of the table are read as impossible sizes.
    assertThat(thrown.reason()).isIn(reason, Reason.BLOCK_TABLE);
    byte[] cut = start(words(20), Compression.DEFLATE, blockSize, length).putInt(1).array();
    assertThat(failCheaply(cut, SaveOptions.DEFAULT).reason()).isEqualTo(reason);
  }

  @Test
  void rejectsTooManyBlocks() {
    byte[] bomb = compressedFile(Compression.DEFLATE, 1, -1, new byte[10]);
    SaveFileException thrown =
        failCheaply(bomb, SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(1L << 40)));
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
  }

  @Test
  void boundsAllocationForValues() {
    // A string that declares almost 2 GiB; the input has 8 of these bytes.
    byte[] bytes = words(20).putInt(0x7FFFFF00).putInt(4).putInt(0x7FFFFEF0).array();
    assertThat(failCheaply(bytes, SaveOptions.DEFAULT).reason()).isEqualTo(Reason.TRUNCATED);
    SaveOptions known =
        SaveOptions.DEFAULT.withFraming(Framing.STORE_VAR).withDialect(Dialect.GODOT_4);
    assertThat(failCheaply(bytes, known).reason()).isEqualTo(Reason.TRUNCATED);
    SaveOptions careful = known.withLimits(ReadLimits.NETWORK);
    assertThat(failCheaply(bytes, careful).reason()).isEqualTo(Reason.LIMIT);
  }

  /**
   * A file that is a value by itself, and is also the start of a file of two values: the second one
   * declares a length and a count that are far beyond the end of the file.
   */
  private static byte[] truncated(int firstType, int secondType, int length, int count) {
    ByteBuffer file = ByteBuffer.allocate(4 * firstType - 4).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(firstType).putInt(29).putInt(firstType - 8).position(4 + firstType);
    file.putInt(length).putInt(secondType).putInt(count);
    return file.array();
  }

  @Test
  void boundsAllocationForTruncatedFiles() throws IOException {
    for (int firstType = 32; firstType <= 38; firstType++) {
      for (int secondType = 0; secondType <= 38; secondType++) {
        for (int length : new int[] {1 << 10, 1 << 16, 1 << 20, (1 << 20) + 4}) {
          for (int count : new int[] {0, length / 8 - 2, length / 4 - 2, length - 8, -1}) {
            byte[] file = truncated(firstType, secondType, length, count);
            assertThat(cost(() -> open(file)))
                .as("types %d and %d, length %d, count %d", firstType, secondType, length, count)
                .isLessThan((512 << 10) + 64L * file.length);
          }
        }
      }
    }
  }

  @Test
  void boundsAllocationForPrefixesOfEngineFiles() throws IOException {
    for (EngineFile file : EngineFile.all()) {
      if (!file.kind().equals("store_var")) {
        continue;
      }
      byte[] whole = file.bytes();
      for (int length = 0; length < Math.min(whole.length, 600); length++) {
        byte[] prefix = Arrays.copyOf(whole, length);
        assertThat(cost(() -> open(prefix)))
            .as("the first %d bytes of %s", length, file)
            .isLessThan((512 << 10) + 1024L * length);
      }
    }
  }

  private static void open(byte[] file) throws IOException {
    try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT)) {
      save.entries().forEachRemaining(entry -> {});
    } catch (SaveFileException e) {
      // Only the allocation is tested.
    }
  }

  @Test
  void boundsAllocationForEncryptedContents() {
    byte[] bytes =
        words(60)
            .put("GDEC".getBytes(StandardCharsets.US_ASCII))
            .putLong(0)
            .putLong(0)
            .putLong(1L << 50)
            .array();
    assertThat(failCheaply(bytes, SaveOptions.password("x")).reason()).isEqualTo(Reason.TRUNCATED);
  }

  @Test
  void boundsAllocationForStringsAndBuffers() throws IOException {
    byte[] bytes = words(16).putInt(0x7FFFFF00).array();
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      assertThat(failCheaply(reader::getPascalString).reason()).isEqualTo(Reason.TRUNCATED);
      assertThat(failCheaply(() -> reader.getBuffer(0x7FFFFF00)).reason())
          .isEqualTo(Reason.TRUNCATED);
      assertThat(failCheaply(() -> reader.getBuffer(Integer.MAX_VALUE)).reason())
          .isEqualTo(Reason.TRUNCATED);
      assertThat(failCheaply(reader::getVar).reason()).isEqualTo(Reason.TRUNCATED);
      assertThat(reader.position()).isZero();
    }
  }

  @Test
  void limitsLengthOfLines() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int i = 0; i < LARGE / 64; i++) {
      line.write('x');
    }
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withStringBytes(1000));
    try (FileAccessReader reader =
        FileAccessReader.open(new ByteArrayInputStream(line.toByteArray()), options)) {
      assertThat(failCheaply(reader::getLine).reason()).isEqualTo(Reason.LIMIT);
    }
  }

  @Test
  void limitsMemoryOfTexts() throws IOException {
    byte[] text = words(5000).putInt(4996).array();
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withHeapBytes(1000));
    try (FileAccessReader reader = FileAccessReader.open(text, options)) {
      SaveFileException thrown = failCheaply(reader::getPascalString);
      assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
      assertThat(thrown.problem())
          .isEqualTo("a text of 4996 bytes is longer than the limit of 1000");
    }
    Arrays.fill(text, (byte) 'x');
    try (FileAccessReader reader = FileAccessReader.open(text, options)) {
      assertThat(failCheaply(reader::getLine).reason()).isEqualTo(Reason.LIMIT);
    }
  }

  /** Returns the number of bytes that the second call allocates. */
  private static long cost(Reading reading) throws IOException {
    reading.read();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    reading.read();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** The check of the value copies its packed array. Other framings copy 1 MiB of the file. */
  @Test
  void holdsBytesOfLongBareValueOnce(@TempDir Path folder) throws IOException {
    int length = 24 << 20;
    byte[] value = words(length).putInt(28).putInt(1).putInt(29).putInt(length - 16).array();
    Path file = Files.write(folder.resolve("value"), value);
    assertThat(cost(() -> assertThat(readBareValue(SaveFile.open(file))).hasSize(length)))
        .isLessThan(2 * length + 2 * SMALL);
    assertThat(readBareValue(SaveFile.open(value, SaveOptions.DEFAULT))).isSameAs(value);
  }

  private static byte[] readBareValue(SaveFile file) throws IOException {
    try (file) {
      assertThat(file.framing()).isEqualTo(Framing.BARE);
      SaveFile.Entry entry = file.entries().next();
      assertThat(entry.problem()).isEmpty();
      return entry.bytes();
    }
  }

  @Test
  void boundsAllocationForLongLine(@TempDir Path folder) throws IOException {
    byte[] line = new byte[1 << 20];
    Arrays.fill(line, (byte) 'x');
    Path file = Files.write(folder.resolve("line"), line);
    SaveOptions options = SaveOptions.DEFAULT;
    assertThat(cost(() -> readLine(FileAccessReader.open(new ByteArrayInputStream(line), options))))
        .isLessThan(16L << 20);
    assertThat(cost(() -> readLine(FileAccessReader.open(file, options)))).isLessThan(16L << 20);
  }

  private static void readLine(FileAccessReader reader) throws IOException {
    try (reader) {
      assertThat(reader.getLine()).hasSize(1 << 20);
    }
  }

  @Test
  void boundsAllocationForBlankLinesAfterBase64() throws IOException {
    byte[] lines = new byte[1 << 20];
    Arrays.fill(lines, (byte) '\n');
    String line = Marshalls.variantToBase64(Variant.of(1), VariantCodec.GODOT_4);
    System.arraycopy(line.getBytes(StandardCharsets.US_ASCII), 0, lines, 0, line.length());
    assertThat(
            cost(
                () -> {
                  try (SaveFile save =
                      SaveFile.open(new ByteArrayInputStream(lines), SaveOptions.DEFAULT)) {
                    assertThat(save.values()).containsExactly(Variant.of(1));
                  }
                }))
        .isLessThan(16L << 20);
  }

  @Test
  void limitsLengthOfBase64Lines() {
    // An endless line, which must not be read completely.
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'A';
          }

          @Override
          public int read(byte[] target, int offset, int count) {
            Arrays.fill(target, offset, offset + count, (byte) 'A');
            return count;
          }
        };
    SaveOptions careful = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(1 << 16));
    SaveFileException thrown = failCheaply(() -> SaveFile.open(endless, careful).close());
    assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
    assertThat(thrown.problem())
        .isEqualTo("a line of Base64 is longer than the limit of 65536 bytes");
    SaveOptions known = careful.withFraming(Framing.BASE64);
    assertThat(failCheaply(() -> SaveFile.open(endless, known).values()).reason())
        .isEqualTo(Reason.LIMIT);
  }

  @Test
  void countsCarriageReturnsInLineLength() throws IOException {
    byte[] returns = new byte[5000];
    Arrays.fill(returns, (byte) '\r');
    SaveOptions options = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withStringBytes(1000));
    try (FileAccessReader reader = FileAccessReader.open(returns, options)) {
      assertThat(failCheaply(reader::getLine).reason()).isEqualTo(Reason.LIMIT);
    }
    byte[] line = "x".repeat(1000).concat("\n").getBytes(StandardCharsets.US_ASCII);
    try (FileAccessReader reader = FileAccessReader.open(line, options)) {
      assertThat(reader.getLine()).hasSize(1000);
    }
  }

  @Test
  void readsManyEmptyGzipMembersWithoutRecursion() throws IOException {
    byte[] empty = Compression.GZIP.compress(new byte[] {1});
    // Like the engine, the codec reads only the first member, without recursion.
    ByteArrayOutputStream nothing = new ByteArrayOutputStream();
    try (GZIPOutputStream member = new GZIPOutputStream(nothing)) {
      member.flush();
    }
    byte[] one = nothing.toByteArray();
    byte[] many = new byte[one.length * 100_000];
    for (int i = 0; i < many.length; i += one.length) {
      System.arraycopy(one, 0, many, i, one.length);
    }
    assertThat(Compression.GZIP.decompress(many, 100)).isEmpty();
    assertThat(Compression.GZIP.decompress(empty, 1)).containsExactly(1);
  }

  @Test
  void rejectsBlocksTooLargeForArray() {
    for (int size : new int[] {-1, 0x80000000, 0x7FFFFFFF}) {
      byte[] file =
          start(words(24), Compression.DEFLATE, 0x7FFFFF00, 0x7FFFFF00).putInt(size).array();
      SaveFileException thrown = failCheaply(file, SaveOptions.DEFAULT);
      assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
      assertThat(thrown.problem())
          .isEqualTo("block 0 of " + Integer.toUnsignedLong(size) + " bytes is too large");
    }
  }

  @ParameterizedTest
  @CsvSource({"23, true", "24, false", "27, false", "31, false"})
  void limitsZstandardWindow(int log, boolean allowed) {
    int length = 70_000;
    int header = length << 3 | 1 << 1 | 1;
    byte[] frame = {
      0x28,
      (byte) 0xB5,
      0x2F,
      (byte) 0xFD,
      0,
      (byte) (log - 10 << 3),
      (byte) header,
      (byte) (header >> 8),
      (byte) (header >> 16),
      'x'
    };
    if (allowed) {
      assertThat(Compression.ZSTD.decompress(frame, length)).hasSize(length).containsOnly('x');
    } else {
      SaveFileException thrown = failCheaply(() -> Compression.ZSTD.decompress(frame, length));
      assertThat(thrown.reason()).isEqualTo(Reason.LIMIT);
    }
  }
}
