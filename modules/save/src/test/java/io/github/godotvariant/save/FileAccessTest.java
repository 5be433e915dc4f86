package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileAccessTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final EncryptionKey KEY = EncryptionKey.ofPassword("pass");

  @TempDir Path folder;

  private static void storeAll(FileAccessWriter file) throws IOException {
    file.store8(0x1FF);
    file.store16(0x12345);
    file.store32(0x1_89ABCDEFL);
    file.store64(0x0123456789ABCDEFL);
    file.storeFloat(1.5f);
    file.storeDouble(-2.25);
    file.storePascalString("é");
    file.storeLine("one");
    file.storeString("two\r\nthree");
    file.store8(0);
    file.storeVar(Variant.of(5));
    file.storeBuffer(new byte[] {9, 8, 7});
  }

  private static void getAll(FileAccessReader file) throws IOException {
    assertThat(file.get8()).isEqualTo(0xFF);
    assertThat(file.get16()).isEqualTo(0x2345);
    assertThat(file.get32()).isEqualTo(0x89ABCDEFL);
    assertThat(file.get64()).isEqualTo(0x0123456789ABCDEFL);
    assertThat(file.getFloat()).isEqualTo(1.5f);
    assertThat(file.getDouble()).isEqualTo(-2.25);
    assertThat(file.getPascalString()).isEqualTo("é");
    assertThat(file.getLine()).isEqualTo("one");
    assertThat(file.getLine()).isEqualTo("two");
    assertThat(file.getLine()).isEqualTo("three");
    assertThat(file.getVar()).isEqualTo(Variant.of(5));
    assertThat(file.hasRemaining()).isTrue();
    assertThat(file.getBuffer(3)).containsExactly(9, 8, 7);
    assertThat(file.hasRemaining()).isFalse();
  }

  @ParameterizedTest(name = "big-endian: {0}")
  @CsvSource({
    "false, ff4523efcdab89efcdab89674523010000c03f00000000000002c0"
        + "02000000c3a96f6e650a74776f0d0a746872656500"
        + "080000000200000005000000090807",
    "true, ff234589abcdef0123456789abcdef3fc00000c002000000000000"
        + "00000002c3a96f6e650a74776f0d0a746872656500"
        + "000000080200000005000000090807"
  })
  void writesBytesInByteOrder(boolean isBigEndian, String hex) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FileAccessWriter file = FileAccessWriter.open(bytes, PLAIN)) {
      assertThat(file.isBigEndian()).isFalse();
      file.setBigEndian(isBigEndian);
      storeAll(file);
      assertThat(file.position()).isEqualTo(63);
      file.commit();
    }
    assertThat(HexFormat.of().formatHex(bytes.toByteArray())).isEqualTo(hex);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "big-endian", "fastlz", "zstd", "encrypted", "small blocks"})
  void readsStoredValues(String form) throws IOException {
    SaveFormat format =
        switch (form) {
          case "big-endian" -> PLAIN.withFraming(Framing.STORE_VAR_BIG_ENDIAN);
          case "fastlz" -> PLAIN.compressed(Compression.FASTLZ);
          case "zstd" -> PLAIN.compressed(Compression.ZSTD);
          case "encrypted" -> PLAIN.encrypted(KEY);
          case "small blocks" -> PLAIN.withLayers(List.of(new Compressed(Compression.DEFLATE, 7)));
          default -> PLAIN;
        };
    Path path = folder.resolve("mixed");
    try (FileAccessWriter file = FileAccessWriter.open(path, format)) {
      storeAll(file);
      file.commit();
    }
    SaveOptions options = SaveOptions.DEFAULT.withKey(KEY).withFraming(format.framing());
    try (FileAccessReader file = FileAccessReader.open(path, options)) {
      getAll(file);
      assertThat(file.format()).isEqualTo(format);
    }
    try (var channel = Files.newByteChannel(path);
        FileAccessReader file = FileAccessReader.open(channel, options)) {
      getAll(file);
    }
  }

  @Test
  void readsChannelFromItsPositionWithoutClosingIt() throws IOException {
    Path path = folder.resolve("channel");
    byte[] save = PLAIN.encrypted(KEY).toByteArray(List.of(VariantArray.of(1)));
    byte[] bytes = new byte[save.length + 10];
    System.arraycopy(save, 0, bytes, 10, save.length);
    Files.write(path, bytes);
    try (var channel = Files.newByteChannel(path)) {
      channel.position(10);
      try (SaveFile file = SaveFile.open(channel, SaveOptions.DEFAULT.withKey(KEY))) {
        assertThat(file.values()).containsExactly(VariantArray.of(1));
      }
      assertThat(channel.isOpen()).isTrue();
    }
  }

  /** Linux reports a size of 0 for files such as {@code /proc/self/status}. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5, 8192, 20_000})
  void readsFileThatIsLongerThanItsReportedSize(int size) throws IOException {
    byte[] bytes = "xxxxxxxxx\n".repeat(4_000).getBytes(StandardCharsets.US_ASCII);
    Path path = Files.write(folder.resolve("grown"), bytes);
    try (var channel = new ReportedSizeChannel(Files.newByteChannel(path), size);
        FileAccessReader file = FileAccessReader.open(channel, SaveOptions.DEFAULT)) {
      assertThat(file.getLine()).isEqualTo("xxxxxxxxx");
      assertThat(file.getBuffer(bytes.length - 10))
          .isEqualTo(Arrays.copyOfRange(bytes, 10, bytes.length));
      assertThat(file.hasRemaining()).isFalse();
    }
  }

  /** A channel of a file that reports another size. */
  private record ReportedSizeChannel(SeekableByteChannel file, long size)
      implements SeekableByteChannel {
    @Override
    public int read(ByteBuffer target) throws IOException {
      return file.read(target);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      return file.write(source);
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public SeekableByteChannel position(long offset) throws IOException {
      file.position(offset);
      return this;
    }

    @Override
    public SeekableByteChannel truncate(long length) throws IOException {
      file.truncate(length);
      return this;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Test
  void recognizesDialectFromLaterValue() throws IOException {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_3).toByteArray(List.of(Variant.of(1), VariantArray.of(2)));
    try (FileAccessReader file =
        FileAccessReader.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      assertThat(file.getVar()).isEqualTo(Variant.of(1));
      assertThat(file.getVar()).isEqualTo(VariantArray.of(2));
      assertThat(file.format().dialect()).isEqualTo(Dialect.GODOT_3);
    }
  }

  @Test
  void skipsMalformedValue() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("0800000063000000000000002a");
    try (FileAccessReader file =
        FileAccessReader.open(new ByteArrayInputStream(bytes), SaveOptions.DEFAULT)) {
      assertThatThrownBy(file::getVar)
          .isInstanceOf(SaveFileException.class)
          .hasMessage("value 0: no type has id 99 in godot-4, at byte 4");
      assertThat(file.get8()).isEqualTo(42);
    }
  }

  @Test
  void readsLastLineWithoutLineEnd() throws IOException {
    try (FileAccessReader file =
        FileAccessReader.open(
            new ByteArrayInputStream("a\n\nb".getBytes(StandardCharsets.UTF_8)),
            SaveOptions.DEFAULT)) {
      assertThat(file.getLine()).isEqualTo("a");
      assertThat(file.getLine()).isEmpty();
      assertThat(file.getLine()).isEqualTo("b");
      assertThat(file.hasRemaining()).isFalse();
    }
  }

  @Test
  void encryptsChangedFileWithNewVector() throws IOException {
    Path path = folder.resolve("secret");
    PLAIN.encrypted(KEY).write(path, List.of(Variant.of("gold: 5")));
    byte[] old = Files.readAllBytes(path);
    SaveOptions options = SaveOptions.DEFAULT.withKey(KEY);
    SaveFormat format;
    SaveFormat original;
    try (SaveFile save = SaveFile.open(path, options);
        FileAccessReader pieces = FileAccessReader.open(path, options)) {
      save.values();
      format = save.format();
      original = save.originalFormat();
      assertThat(pieces.format().layers()).isEqualTo(format.layers());
      assertThat(pieces.originalFormat().layers()).isEqualTo(original.layers());
    }
    assertThat(((Encrypted) format.layers().get(0)).iv()).isEmpty();
    assertThat(original.toByteArray(List.of(Variant.of("gold: 5")))).isEqualTo(old);
    byte[] changed = format.toByteArray(List.of(Variant.of("gold: 6")));
    // With the same vector, the first encrypted block would be equal.
    assertThat(Arrays.copyOfRange(changed, 28, 44)).isNotEqualTo(Arrays.copyOfRange(old, 28, 44));
    assertThat(Arrays.copyOfRange(changed, 44, 60)).isNotEqualTo(Arrays.copyOfRange(old, 44, 60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "compressed", "Godot 3", "Godot 4", "wrong key"})
  void opensFileOnceAndClosesIt(String form) throws IOException {
    SaveFormat format =
        switch (form) {
          case "compressed" -> PLAIN.compressed(Compression.ZSTD);
          case "Godot 3" -> SaveFormat.of(Dialect.GODOT_3).encrypted(KEY);
          case "Godot 4", "wrong key" -> PLAIN.encrypted(KEY);
          default -> PLAIN;
        };
    Path path = folder.resolve("once");
    format.write(path, List.of(Variant.of(1)));
    FaultyFiles files = new FaultyFiles(Integer.MAX_VALUE, false);
    String password = form.equals("wrong key") ? "wrong" : "pass";
    try (SaveFile save = SaveFile.open(files.path(path), SaveOptions.password(password))) {
      // The file can be deleted while it is open.
      Files.delete(path);
      assertThat(save.values()).containsExactly(Variant.of(1));
      assertThat(form).isNotEqualTo("wrong key");
    } catch (SaveFileException e) {
      assertThat(form).isEqualTo("wrong key");
    }
    assertThat(files.opened()).isEqualTo(1);
    assertThat(files.open()).isZero();
  }
}
