package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the outputs of {@code unpack} and {@code pack}. */
class WritingTest {
  private static final Surroundings PASSWORD = Run.password("correct horse battery staple");

  @TempDir Path folder;
  private Path save;
  private byte[] original;

  @BeforeEach
  void copyExample() throws IOException {
    original = Files.readAllBytes(Path.of("../../examples/encrypted.save"));
    save = Files.write(folder.resolve("game.save"), original);
  }

  private static Run run(String... args) {
    return Run.gdvarIn(PASSWORD, new byte[0], args);
  }

  @Test
  void replacesInputOnlyWithOption() {
    Run refused = run("unpack", save.toString(), "-o", folder.resolve("./game.save").toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("is the input itself; --in-place replaces it");
    assertThat(save).hasBinaryContent(original);
    assertThat(run("unpack", save.toString(), "--in-place")).isEqualTo(new Run(0, "", ""));
    assertThat(save).hasSize(144);
    assertThat(run("pack", save.toString(), "--in-place", "--compress", "zstd"))
        .isEqualTo(new Run(0, "", ""));
    assertThat(run("inspect", save.toString()).out()).startsWith("GCPF (Zstandard, ");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void rejectsReplacingStandardInput() {
    Run run = Run.gdvarIn(PASSWORD, original, "unpack", "-", "--in-place");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("standard input is not a file");
  }

  @Test
  void rejectsBinaryOutputToTerminal() {
    Surroundings terminal =
        new Surroundings(PASSWORD.environment(), Optional.of("1"), Optional.empty());
    Run run = Run.gdvarIn(terminal, new byte[0], "unpack", save.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("standard output is a terminal");
    byte[] value = HexFormat.of().parseHex("1b00000001000000040000000100000061000000" + "00000000");
    run = Run.gdvarIn(terminal, value, "set", "-", "$.a", "2");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("standard output is a terminal");
    assertThat(Run.gdvarIn(terminal, value, "set", "-", "$.a", "2", "-o", "-").code()).isZero();
  }

  @Test
  void readsAndWritesPipes() throws IOException {
    byte[] plain = piped(original, "unpack", "-");
    assertThat(plain).hasSize(144);
    byte[] gzipped = piped(plain, "pack", "-", "--compress", "gzip", "-o", "-");
    assertThat(new String(gzipped, 0, 4, StandardCharsets.ISO_8859_1)).isEqualTo("GCPF");
    assertThat(piped(gzipped, "unpack", "-")).isEqualTo(plain);
  }

  private static byte[] piped(byte[] input, String... args) {
    return Run.bytesOf(PASSWORD, input, args);
  }

  @Test
  void reportsUnwritableOutput() throws IOException {
    Path parent = folder.resolve("nowhere");
    Path nowhere = parent.resolve("out");
    assertThat(run("unpack", save.toString(), "-o", nowhere.toString()))
        .isEqualTo(Run.fileError("cannot write %s: folder %s does not exist", nowhere, parent));
    Path directory = Files.createDirectory(folder.resolve("directory"));
    assertThat(run("unpack", save.toString(), "-o", directory.toString()))
        .isEqualTo(Run.fileError("cannot write %s: it is a directory", directory));
    if (Files.isDirectory(Path.of("/proc/self"))) {
      assertThat(run("unpack", save.toString(), "-o", "/proc/x").err())
          .isEqualTo("gdvar: cannot write /proc/x: no new file can be created in its folder\n");
    }
    assertThat(run("unpack", save.toString(), "-o", ""))
        .isEqualTo(Run.fileError("cannot write '': a file needs a name"));
  }

  /** Invalid options are reported before the password prompt and before other output. */
  @Test
  void rejectsOptionsBeforeReading() throws IOException {
    String in = "../../examples/player-update.bin";
    Path out = folder.resolve("out");
    Path nowhere = folder.resolve("nowhere").resolve("out");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertFirst(2, "--iv: not hex", in, "--encrypt", "--iv", "zz", "-o", out.toString());
    assertFirst(2, "--iv: 16 bytes are needed", in, "--encrypt", "--iv", "00");
    assertFirst(2, "--iv: only files", in, "--encrypt", "--godot", "3", "--iv", "00".repeat(16));
    assertFirst(2, "--iv: only files", in, "--compress", "zstd", "--iv", "00".repeat(16));
    assertFirst(2, "--godot: '5' is", in, "--encrypt", "--godot", "5");
    assertFirst(
        3, nowhere.getParent() + " does not exist", in, "--encrypt", "-o", nowhere.toString());
    String none = folder.resolve("none").toString();
    assertFirst(3, "no such file", in, "--encrypt", "--new-password-file", none);
    assertFirst(2, "32 bytes or 64 hex", in, "--encrypt", "--new-key-file", empty.toString());
    String file = empty.toString();
    assertFirst(2, "needs encryption", in, "--compress", "zstd", "--new-password-file", file);
    assertFirst(2, "--godot 3 or 4", "../../examples/README.md", "--encrypt", "-o", out.toString());
    assertThat(out).doesNotExist();
  }

  private static void assertFirst(int code, String problem, String... args) {
    List<String> all = new ArrayList<>(List.of("pack"));
    all.addAll(List.of(args));
    Surroundings terminal =
        new Surroundings(
            Map.of(), Optional.of("02"), Optional.of(prompt -> fail("was asked for a " + prompt)));
    Run run = Run.gdvarIn(terminal, new byte[0], all.toArray(String[]::new));
    assertThat(run.err()).contains(problem).startsWith("gdvar: ");
    assertThat(run.code()).isEqualTo(code);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void keepsEncryptionOfFileThatChangesDuringPrompt() throws IOException {
    EncryptionKey key = EncryptionKey.ofPassword("it");
    List<VariantDictionary> values = List.of(VariantDictionary.of("a", 5));
    Path save = folder.resolve("save");
    SaveFormat.of(Dialect.GODOT_4).encrypted(key).write(save, values);
    byte[] godot3 = SaveFormat.of(Dialect.GODOT_3).encrypted(key).toByteArray(values);
    Surroundings terminal =
        new Surroundings(
            Map.of(),
            Optional.of("012"),
            Optional.of(
                prompt -> {
                  assertThatCode(() -> Files.write(save, godot3)).doesNotThrowAnyException();
                  return Optional.of("it");
                }));
    Run run =
        Run.gdvarIn(terminal, new byte[0], "pack", "--encrypt", "--in-place", save.toString());
    assertThat(run.err()).isEmpty();
    assertThat(save).hasBinaryContent(godot3);
  }

  @Test
  void keepsOutputWhenInputIsDamaged() throws IOException {
    byte[] zstd = piped(piped(original, "unpack", "-"), "pack", "-", "--compress", "zstd");
    zstd[zstd.length - 20] ^= 0x55;
    Path damaged = Files.write(folder.resolve("damaged"), zstd);
    Path out = Files.writeString(folder.resolve("out"), "old");
    assertThat(run("unpack", damaged.toString(), "-o", out.toString()).code()).isEqualTo(1);
    assertThat(out).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    byte[] cut = Arrays.copyOf(zstd, zstd.length - 30);
    Run run = Run.gdvarWith(cut, "unpack", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void rejectsTruncatedContents() throws IOException {
    byte[] contents = new byte[50_000];
    new java.util.Random(1).nextBytes(contents);
    byte[] packed = piped(contents, "pack", "-", "--compress", "fastlz");
    for (int length = 60; length < packed.length - 4; length += 1111) {
      Path out = Files.writeString(folder.resolve("out"), "old");
      byte[] cut = Arrays.copyOf(packed, length);
      Run run = Run.gdvarWith(cut, "unpack", "-", "-o", out.toString());
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).contains("remain");
      assertThat(out).hasContent("old");
    }
  }

  @Test
  void notesMissingMagicAtEnd() throws IOException {
    byte[] packed = piped(piped(original, "unpack", "-"), "pack", "-", "--compress", "zstd");
    assertThat(Run.gdvarWith(packed, "inspect", "-").out()).doesNotContain("note:");
    Run run = Run.gdvarWith(Arrays.copyOf(packed, packed.length - 2), "inspect", "-");
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("GCPF (Zstandard, ")
        .contains("\nnote: the GCPF at its end is missing, so it may have been cut or changed\n");
  }

  @ParameterizedTest
  @CsvSource({
    "set FILE $.gold 7",
    "set FILE $.gold 7 -o OUT",
    "remove FILE $.gold",
    "convert FILE --to godot-4 -o OUT",
    "pack FILE --compress fastlz -o OUT",
    "pack FILE --compress-bytes fastlz -o OUT",
    "unpack FILE -o OUT",
    "unpack FILE --in-place",
    "encode --from text - --like FILE -o FILE --retype"
  })
  void notesWarningsAboutInputFile(String command) throws IOException {
    byte[] packed =
        SaveFormat.of(Dialect.GODOT_4)
            .compressed(Compression.ZSTD)
            .toByteArray(List.of(VariantDictionary.of("gold", 5)));
    assertNoted(
        Arrays.copyOf(packed, packed.length - 2),
        "the GCPF at its end is missing, so it may have been cut or changed",
        command);
    assertNoted(
        Arrays.copyOf(packed, packed.length + 50),
        "bytes follow the final GCPF, which the engine ignores",
        command);
    byte[] encrypted =
        SaveFormat.of(Dialect.GODOT_4)
            .encrypted(EncryptionKey.ofPassword("correct horse battery staple"))
            .toByteArray(List.of(VariantDictionary.of("gold", 5)));
    assertNoted(
        Arrays.copyOf(encrypted, encrypted.length + 50),
        "the encrypted contents are followed by 50 bytes, which engines do not read",
        command);
  }

  private void assertNoted(byte[] bytes, String note, String command) throws IOException {
    Path file = Files.write(folder.resolve("odd.save"), bytes);
    String[] args =
        command
            .replace("FILE", file.toString())
            .replace("OUT", folder.resolve("out").toString())
            .split(" ", -1);
    String line = file + ": " + note + "\n";
    Run check = run("check", file.toString());
    assertThat(check.code()).isEqualTo(1);
    assertThat(check.out()).startsWith(line);
    Run run = Run.gdvarIn(PASSWORD, "[]".getBytes(StandardCharsets.UTF_8), args);
    assertThat(run.err()).startsWith("gdvar: " + line);
    assertThat(run.code()).isZero();
    if (!command.contains("OUT")) {
      assertThat(run("inspect", file.toString()).out()).doesNotContain("note: ");
    }
  }

  @Test
  void requiresFramingForTruncatedFileThatIsValue() {
    byte[] cut = Arrays.copyOf(EngineFiles.named("gd46.plain.several.bin").bytes(), 20);
    Run run = Run.gdvarWith(cut, "inspect", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).endsWith("set the framing with --framing store-var or bare\n");
    assertThat(Run.gdvarWith(cut, "inspect", "--framing", "bare", "-").out()).contains("Rect2i");
  }

  @ParameterizedTest
  @CsvSource({"3, -godot3, godot-3", "4, '', godot-4"})
  void rejectsEncryptionForOtherEngine(String own, String name, String dialect) {
    String player = "../../examples/player-update" + name + ".bin";
    Path out = folder.resolve("out");
    String other = own.equals("3") ? "4" : "3";
    Run run = run("pack", player, "--encrypt", "--godot", other, "-o", out.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "gdvar: "
                + player
                + ": its values are those of "
                + dialect
                + ", which Godot "
                + other
                + " cannot read; 'gdvar convert' makes others of them\n");
    run = run("pack", player, "--like", save.toString(), "-o", out.toString());
    assertThat(run.code()).isEqualTo(own.equals("3") ? 2 : 0); // which is Godot 4's
    run = run("pack", player, "--encrypt", "--godot", own, "-o", out.toString());
    assertThat(run).isEqualTo(new Run(0, "", ""));
    assertThat(run("get", out.toString(), "$").code()).isZero();
  }

  @Test
  void encryptsInFormOfEngineOfValues() {
    Path player = Path.of("../../examples/player-update-godot3.bin");
    Path out = folder.resolve("out");
    Run run = run("pack", player.toString(), "--encrypt", "-o", out.toString());
    assertThat(run.code()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "GDEC (Godot 2 or 3, AES-256-ECB), by the looks of the values; --godot says it for"
                + " sure\n");
    assertThat(run("inspect", out.toString()).out())
        .startsWith(
            "GDEC (Godot 2 or 3, AES-256-ECB) > bare value > 1 value, godot-3, 316 bytes\n");
  }

  @Test
  void encryptsWithNewKey() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "new");
    Path out = folder.resolve("out");
    String[] pack = Run.words("pack %s --encrypt --new-password-file %s -o %s", save, secret, out);
    assertThat(run(pack)).isEqualTo(new Run(0, "", ""));
    assertThat(run("unpack", out.toString()).code()).isEqualTo(1);
    Run opened =
        Run.gdvar("decode", "--to", "hex", out.toString(), "--password-file", secret.toString());
    assertThat(opened.out()).hasLineCount(7);
  }

  @Test
  void createsRandomVectorByDefault() throws IOException {
    byte[] one = piped(original, "pack", "-", "--encrypt");
    byte[] other = piped(original, "pack", "-", "--encrypt");
    assertThat(one).hasSameSizeAs(original).isNotEqualTo(original).isNotEqualTo(other);
    String iv = HexFormat.of().formatHex(original, 28, 44);
    assertThat(piped(original, "pack", "-", "--encrypt", "--iv", iv)).isEqualTo(original);
  }

  @Test
  void printsProgressForLongFilesOnTerminal() throws IOException {
    Path big = folder.resolve("big");
    try (RandomAccessFile file = new RandomAccessFile(big.toFile(), "rw")) {
      file.setLength(48 << 20);
    }
    for (String terminals : new String[] {"", "2"}) {
      Surroundings surroundings =
          new Surroundings(Map.of(), Optional.of(terminals), Optional.empty());
      OutputStream out = OutputStream.nullOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Gdvar gdvar = new Gdvar(InputStream.nullInputStream(), out, err, surroundings);
      assertThat(gdvar.run("unpack", big.toString())).isZero();
      assertThat(err.toString(StandardCharsets.UTF_8))
          .isEqualTo(
              terminals.isEmpty()
                  ? ""
                  : "\r\033[Kread 32 of 48 MB, 66%\r\033[Kread 40 of 48 MB, 83%"
                      + "\r\033[Kread 48 of 48 MB, 100%\r\033[K");
    }
  }
}
