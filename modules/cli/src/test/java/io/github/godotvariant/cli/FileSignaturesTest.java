package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.EngineFiles.EngineFile;
import io.github.godotvariant.cli.file.FileSignatures;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.testkit.Vectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that other file types are named, and that files of values are never rejected. */
class FileSignaturesTest {
  private static final String TEXT =
      "this seems to be text, not a file of values; of text, only Base64 and text of var_to_str can"
          + " be read";

  @TempDir Path folder;

  private static byte[] latin(String text) {
    return text.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "RSRC\\0\\0\\0\\0\\0\\0\\0\\0\\4\\0\\0\\0 | a binary scene or resource of Godot (.scn,"
            + " .res)",
        "RSCC\\2\\0\\0\\0\\0\\20\\0\\0 | a compressed binary scene or resource of Godot (.scn,"
            + " .res)",
        "GDPC\\2\\0\\0\\0\\4\\0\\0\\0 | a package of Godot's (.pck)",
        "GST2\\1\\0\\0\\0\\200\\0\\0\\0 | a texture that Godot imported (.ctex, .stex)",
        "GDST\\200\\0\\0\\0 | a texture that Godot imported (.ctex, .stex)",
        "GDSC\\144\\0\\0\\0 | compiled GDScript (.gdc)",
        "ECFG\\5\\0\\0\\0 | project settings in binary (project.binary)",
        "[gd_scene format=3]\\n\\n[node name=\"A\"] | a Godot scene as text (.tscn)",
        "[gd_resource type=\"Gradient\" format=3]\\n | a Godot resource as text (.tres)",
        "; It's best\\n;   [section]\\n\\nconfig_version=5\\n | project settings as text"
            + " (project.godot)",
        "[player]\\n\\nname=\"Ada\"\\n | settings as ConfigFile writes them (.cfg, .import)",
        "; mine\\n[player]\\r\\nname=1 | settings as ConfigFile writes them (.cfg, .import)",
        "\\211PNG\\r\\n\\032\\n\\0\\0 | a PNG image",
        "\\377\\330\\377\\340\\0\\20JFIF | a JPEG image",
        "RIFF\\44\\0\\0\\0WEBPVP8  | a WebP image",
        "RIFF\\44\\0\\0\\0WAVEfmt  | a sound (.wav)",
        "OggS\\0\\2\\0\\0 | a sound or video (.ogg)",
        "PK\\3\\4\\24\\0\\0\\0 | a ZIP archive",
        "\\254\\355\\0\\5sr\\0\\4Save | serialised Java objects",
        "\\200\\4\\225\\20\\0\\0\\0\\0\\0\\0\\0}\\224. | a Python pickle",
        "SQLite format 3\\0\\20\\0\\1\\1 | an SQLite database",
        "[player]\\n<<<<<<< HEAD\\nname=1\\n | text with merge conflict markers",
        "PK\\3\\4\\12\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0 | a ZIP archive",
      })
  void namesKnownFileTypes(String start, String title) throws IOException {
    checkProblem(start, "this seems to be " + title + ", not a file of values");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"Ada\"}",
        "\\n{ }",
        "[1,2]",
        "[ [] ]",
        "[true,1]",
        "\\357\\273\\277{\"name\": \"Ada\"}"
      })
  void suggestsEncodeForJson(String start) throws IOException {
    checkProblem(
        start,
        "this seems to be JSON text, not a file of values; 'gdvar encode --from plain-json'"
            + " converts it to a file of values, or --from json if JSON.from_native made it");
  }

  private void checkProblem(String start, String problem) throws IOException {
    assertThat(FileSignatures.problem(latin(start))).contains(problem);
    assertPrintsOnly(problem, latin(start + "\\n"));
  }

  private void assertPrintsOnly(String problem, byte[] contents) throws IOException {
    Path file = Files.write(folder.resolve("file"), contents);
    for (String command : List.of("inspect %s", "inspect --bytes %s", "decode --to text %s")) {
      assertThat(Run.gdvar(words(command, file)))
          .as(command)
          .isEqualTo(Run.badData("%s: %s", file, problem));
    }
  }

  @ParameterizedTest
  @CsvSource({"zstd, Zstandard", "gzip, gzip", "deflate, Deflate"})
  void suggestsDecompressForCompressedArrays(String mode, String title) {
    for (String engine : List.of("gd32", "gd36", "gd46")) {
      EngineFile file = EngineFiles.named(engine + ".pba_compress." + mode + ".bin");
      assertThat(Run.gdvar("inspect", file.path().toString()))
          .isEqualTo(
              Run.badData(
                  "%s: this seems to be %s data, not a file of values; if PackedByteArray.compress"
                      + " made it, --decompress %s undoes that",
                  file.path(), title, mode));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello, world",
        "extends Node\n\tfunc _ready():",
        "name=\"Ada\"\n",
        "Grüße, 世界",
        "[b]bold[/b] text"
      })
  void namesOtherTextAsText(String text) {
    assertThat(FileSignatures.problem(text.getBytes(StandardCharsets.UTF_8))).contains(TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n\"at\": Vector2(1, 2)\n}\n",
        "Vector2(1, 2)",
        "[&\"a\", 1.5]",
        // The next three are JSON too.
        "{\n\"gold\": 12\n}\n",
        "[true, 1]",
        "7",
        "\uFEFF{\n\"at\": Vector2(1, 2)\n}",
        "\"config\nconfig_version=1\n<<<<<<< mine\""
      })
  void namesTextOfVarToStr(String text) throws IOException {
    String problem =
        "this seems to be text as var_to_str writes it, not a file of values; get, set, remove,"
            + " diff and record read it, and 'gdvar encode --from text' converts it to a file of"
            + " values";
    assertPrintsOnly(problem, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void namesLimitOfLongText() {
    String text = "[\n" + "Vector2(1, 2),\n".repeat(80_000) + "]";
    assertThat(FileSignatures.problem(text.getBytes(StandardCharsets.UTF_8)).orElseThrow())
        .endsWith(
            "text, not a file of values; text of var_to_str is recognised up to 1 MiB, and 'gdvar"
                + " encode --from text' reads longer text");
  }

  @Test
  void namesNumberOfStore32() throws IOException {
    String problem =
        "this is not a file of values that gdvar knows; perhaps one number written with store_32"
            + " (13700)";
    assertPrintsOnly(problem, new byte[] {(byte) 0x84, 0x35, 0, 0});
  }

  /** The start looks like a Vector3, or not like a value. */
  @ParameterizedTest
  @ValueSource(strings = {"070000000000803f00000040", "7f454c46020101000000000000000000"})
  void rejectsOtherBytesWithoutProposal(String start) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(start + "81".repeat(61));
    String problem =
        "this is not a file of values that gdvar knows; --framing says how to read it all the same,"
            + " --decompress undoes PackedByteArray.compress";
    Path file = Files.write(folder.resolve("file"), bytes);
    assertThat(Run.gdvar("inspect", file.toString()))
        .isEqualTo(Run.badData("%s: %s", file, problem));
    assertThat(Run.gdvar("inspect", "--hex", HexFormat.of().formatHex(bytes)).out())
        .contains("proposed: ");
  }

  /** A dictionary of Godot 2 with the flag of shared containers, with and without its length. */
  @ParameterizedTest
  @ValueSource(strings = {"1c000000", ""})
  void namesGodot2(String length) throws IOException {
    String value =
        "14000000 01000080 04000000 02000000 68690000 02000000 07000000".replace(" ", "");
    assertPrintsOnly(
        "the values are those of Godot 2, which is not supported",
        HexFormat.of().parseHex(length + value));
  }

  @Test
  void explainsObjectId() throws IOException {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4)
            .toByteArray(List.of(new ObjectIdValue(-9223372007662813916L)));
    Path file = Files.write(folder.resolve("file"), bytes);
    assertThat(Run.gdvar("inspect", file.toString()).out())
        .endsWith("note: the object's data was never written (store_var without full objects)\n");
  }

  @Test
  void hidesManualDialectsThatReadSameValues() throws IOException {
    Path same = folder.resolve("same");
    Files.write(same, SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(Variant.of("a"))));
    String note = "as well: if it was made from the manual, say --dialect";
    assertThat(Run.gdvar("inspect", same.toString()).out()).doesNotContain(note);
    assertThat(Run.gdvar("inspect", "--full", same.toString()).out()).contains(note);
  }

  @Test
  void recognizesTextCutInsideCharacter() {
    byte[] text = "世".repeat(2000).getBytes(StandardCharsets.UTF_8);
    assertThat(FileSignatures.problem(text)).contains(TEXT);
  }

  @Test
  void rejectsInputShorterThanHeader() {
    assertThat(FileSignatures.problem(new byte[] {2}))
        .contains("1 byte is too short for a value, which has 4 at least");
    assertThat(FileSignatures.problem(new byte[] {2, 0, 0}))
        .contains("3 bytes are too short for a value, which has 4 at least");
    assertThat(FileSignatures.problem(new byte[0])).isEmpty();
  }

  @Test
  void keepsValuesFromOtherFileTypes() {
    List<String> taken = new ArrayList<>();
    int tried = 0;
    for (String engine : List.of("3.2", "3.6", "4.6")) {
      for (Vectors.Golden vector : Vectors.golden(engine)) {
        tried++;
        FileSignatures.problem(vector.bytes())
            .ifPresent(what -> taken.add(vector.name() + ": " + what));
      }
    }
    for (EngineFile file : EngineFiles.all()) {
      if (file.isSave() && file.kind().startsWith("store_var")) {
        tried++;
        FileSignatures.problem(file.bytes())
            .ifPresent(what -> taken.add(file.name() + ": " + what));
      }
    }
    assertThat(taken).isEmpty();
    assertThat(tried).isGreaterThan(1500);
  }

  /** Input must not cause deep recursion or long matching. */
  @Test
  void handlesArbitraryBytes() {
    for (String part :
        List.of(" ", ";\n", "; ", "[", "[a", "[a]", "{ ", "[ ", "\n[x", "; [a]\nc")) {
      FileSignatures.problem(part.repeat(10_000).getBytes(StandardCharsets.US_ASCII));
    }
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[4 + random.nextInt(60)];
      random.nextBytes(bytes);
      bytes[1] = 0; // as in every header of a value
      assertThat(FileSignatures.problem(bytes)).isEmpty();
    }
  }

  /**
   * Godot 4.6: open_encrypted_with_pass(path, WRITE, "pw").store_string(...). The second text is
   * JSON too.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "47444543bb6cb5c68df4652941caf652a366f2d8070000000000000048dab26992a409068deaf4cf79aa0ce2"
            + "fecb251fb89030c0a23c58da23315aa4 | JSON text | {\"a\":1}",
        "4744454304cd0e0151f352e7fd414d694a60413606000000000000009caef07168b48dbb624ed263053f2757"
            + "358b20706defd2128167a2ae799fcca9 | text as var_to_str writes it | [1, 2]"
      })
  void recognizesEncryptedText(String hex, String title, String text) throws IOException {
    Path file = Files.write(folder.resolve("file"), HexFormat.of().parseHex(hex));
    Surroundings password = Run.password("pw");
    String problem =
        "gdvar: %s: this seems to be %s, not a file of values; 'gdvar unpack' writes the contents\n"
            .formatted(file, title);
    assertThat(Run.gdvarIn(password, new byte[0], "inspect", file.toString()))
        .isEqualTo(new Run(1, "GDEC (Godot 4, AES-256-CFB)\n", problem));
    assertThat(Run.gdvarIn(password, new byte[0], "decode", "--to", "hex", file.toString()))
        .isEqualTo(new Run(1, "", problem));
    assertThat(Run.gdvarIn(password, new byte[0], "unpack", file.toString()).out()).isEqualTo(text);
  }

  /** With a given dialect or framing, the bytes are read as values. */
  @Test
  void usesGivenDialect() {
    String hex = HexFormat.of().formatHex("[gd_scene]\n\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(Run.gdvar("inspect", "--dialect", "godot-4", "--hex", hex).err())
        .contains("no type has id 91 in godot-4");
    assertThat(Run.gdvar("inspect", "--framing", "bare", "--hex", hex).err())
        .contains("no type has id 91 in godot-4");
  }
}
