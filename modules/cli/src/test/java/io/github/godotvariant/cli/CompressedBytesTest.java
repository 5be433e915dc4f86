package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads, edits and writes bytes of {@code PackedByteArray.compress}. */
class CompressedBytesTest {
  private static final VariantDictionary BEFORE =
      VariantDictionary.of("gold", 5, "map", PackedByteArray.unsafeWrap(new byte[1000]));
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);

  /** The result of a command that changes the gold. */
  private static final Run CHANGED = new Run(0, "~ $.gold  int 5 → int 6\n", "");

  @TempDir Path folder;
  private Path file;
  private Path out;
  private byte[] plain;

  @BeforeEach
  void encode() {
    file = folder.resolve("player.bytes");
    out = folder.resolve("out");
    plain = PLAIN.toByteArray(List.of(BEFORE, Variant.of("second")));
  }

  private static String name(Compression compression) {
    return compression.name().toLowerCase(Locale.ROOT);
  }

  private static List<Variant> values(byte[] compressed, Compression compression)
      throws IOException {
    byte[] bytes = compression.decompress(compressed, 1 << 20);
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      return save.values();
    }
  }

  private static byte[] bytesOut(byte[] input, String... args) {
    return Run.bytesOf(Surroundings.NONE, input, args);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BROTLI")
  void compressesOutputOfSet(Compression compression) throws IOException {
    byte[] before = compression.compress(plain);
    Files.write(file, before);
    String set = "set %s $.gold 6 --value 0 --decompress %s -o %s";
    byte[] piped = bytesOut(new byte[0], words(set, file, name(compression), "-"));
    assertThat(values(piped, compression))
        .containsExactly(BEFORE.with("gold", 6), Variant.of("second"));
    assertThat(Run.gdvar(words(set, file, name(compression), out))).isEqualTo(CHANGED);
    assertThat(out).hasBinaryContent(piped);
    assertThat(file).hasBinaryContent(before);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BROTLI")
  void compressesFileReplacedBySet(Compression compression) throws IOException {
    Files.write(file, compression.compress(plain));
    String[] set = words("set %s $.gold 6 --value 0 --decompress %s", file, name(compression));
    assertThat(Run.gdvar(set)).isEqualTo(CHANGED);
    assertThat(values(Files.readAllBytes(file), compression))
        .containsExactly(BEFORE.with("gold", 6), Variant.of("second"));
    assertThat(folder.resolve(".player.bytes.lock")).exists();
    String[] remove = words("remove %s $.gold --value 0 --decompress %s", file, name(compression));
    assertThat(Run.gdvar(remove).code()).isZero();
    assertThat(values(Files.readAllBytes(file), compression))
        .containsExactly(BEFORE.without("gold"), Variant.of("second"));
  }

  @Test
  void keepsLayersInsideCompressedBytes() throws IOException {
    EncryptionKey key = EncryptionKey.ofPassword("pw");
    Path password = Files.writeString(folder.resolve("password"), "pw\n");
    byte[] encrypted = PLAIN.encrypted(key).toByteArray(List.of(BEFORE));
    Files.write(file, Compression.ZSTD.compress(encrypted));
    String[] set = words("set %s $.gold 6 --decompress zstd --password-file %s", file, password);
    assertThat(Run.gdvar(set)).isEqualTo(CHANGED);
    byte[] after = Compression.ZSTD.decompress(Files.readAllBytes(file), 1 << 20);
    try (SaveFile save = SaveFile.open(after, SaveOptions.DEFAULT.withKey(key))) {
      assertThat(save.format().layers()).hasSize(1);
      assertThat(save.values()).containsExactly(BEFORE.with("gold", 6));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"set FILE $.gold 6 -o OUT", "remove FILE $.gold"})
  void rejectsEditOfBrotli(String command) {
    String[] args =
        (command.replace("FILE", file.toString()).replace("OUT", out.toString())
                + " --decompress brotli")
            .split(" ", -1);
    Run run = Run.gdvar(args);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("gdvar: --decompress: Brotli cannot be written, only read\n");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BROTLI")
  void packsBytesThatEngineDecompresses(Compression compression) throws IOException {
    Files.write(file, plain);
    byte[] expected = compression.compress(plain);
    String[] pack = {"pack", file.toString(), "--compress-bytes", name(compression)};
    assertThat(bytesOut(new byte[0], pack)).isEqualTo(expected);
    assertThat(bytesOut(plain, "pack", "-", "--compress-bytes", name(compression)))
        .isEqualTo(expected);
    String[] inPlace = words("pack %s --in-place --compress-bytes %s", file, name(compression));
    assertThat(Run.gdvar(inPlace)).isEqualTo(new Run(0, "", ""));
    assertThat(file).hasBinaryContent(expected);
    String[] unpack = {"unpack", file.toString(), "--in-place", "--decompress", name(compression)};
    assertThat(Run.gdvar(unpack)).isEqualTo(new Run(0, "", ""));
    assertThat(file).hasBinaryContent(plain);
  }

  @Test
  void unpacksFileBeforePacking() throws IOException {
    Files.write(file, PLAIN.compressed(Compression.FASTLZ).toByteArray(List.of(BEFORE)));
    String[] pack = {"pack", file.toString(), "--compress-bytes", "gzip", "-o", out.toString()};
    assertThat(Run.gdvar(pack)).isEqualTo(new Run(0, "", ""));
    assertThat(values(Files.readAllBytes(out), Compression.GZIP)).containsExactly(BEFORE);
  }

  @Test
  void notesThatPackedBytesAreNotEncrypted() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "pw\n");
    PLAIN.encrypted(EncryptionKey.ofPassword("pw")).write(file, List.of(BEFORE));
    String[] pack =
        words("pack %s --compress-bytes gzip -o %s --password-file %s", file, out, password);
    assertThat(Run.gdvar(pack))
        .isEqualTo(new Run(0, "", file + " is encrypted, and the written file is not\n"));
    assertThat(values(Files.readAllBytes(out), Compression.GZIP)).containsExactly(BEFORE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--compress-bytes brotli",
        "--compress-bytes zstd --compress zstd",
        "--compress-bytes zstd --iv 00",
        "--compress-bytes zstd --godot 4",
        "--compress-bytes zstd --new-key-file key",
        "--compress-bytes lz4"
      })
  void rejectsPackOptionsWithoutEffect(String options) {
    String[] args = ("pack " + file + " -o " + out + " " + options).split(" ", -1);
    Run run = Run.gdvar(args);
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }
}
