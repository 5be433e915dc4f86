package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.EngineFiles.EngineFile;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.testkit.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each truncated or changed file gives a result or one line with an error. */
class DamagedFilesTest {
  @TempDir Path folder;

  private static final String[][] COMMANDS = {
    {"inspect", "--objects", "-"},
    {"inspect", "--bytes", "-"},
    {"decode", "--to", "hex", "-"},
    {"decode", "--to", "text", "--objects", "-"},
    {"unpack", "-"},
    {"pack", "-", "--compress", "fastlz"},
  };

  private static final String PROBLEM =
      "gdvar: standard input: value 0: no type has id 60 in godot-4, at byte 44, $.a[1]\n";

  /** Returns three values, of which the first one is malformed. */
  private static byte[] malformedFirst() {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4)
            .toByteArray(
                List.of(
                    VariantDictionary.of("a", VariantArray.of("one", "two")),
                    Variant.of(7),
                    Variant.of(8)));
    bytes[44] = 60;
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "decode --to text -",
    "get - $.gold --value 0",
    "check -",
    "convert - --to godot-3 -o -"
  })
  void reportsMalformedFirstValue(String command) {
    Run run = Run.gdvarWith(malformedFirst(), command.split(" "));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out() + run.err()).contains(PROBLEM.substring("gdvar: ".length()));
  }

  @Test
  void continuesAfterMalformedFirstValue() {
    assertThat(Run.gdvarWith(malformedFirst(), "decode", "--to", "text", "-"))
        .isEqualTo(new Run(1, "7\n8\n", PROBLEM));
    Run described = Run.gdvarWith(malformedFirst(), "inspect", "--json", "-");
    assertThat(described.code()).isEqualTo(1);
    assertThat(described.out())
        .contains("\"framing\":\"store-var\"", "\"values\":3", "\"problems\":[\"value 0: no type");
    assertThat(described.err()).isEqualTo(PROBLEM);
  }

  @Test
  void reportsPathOfFullObject() {
    byte[] bytes =
        SaveFormat.of(Dialect.GODOT_4)
            .withObjects(ObjectMode.FULL)
            .toByteArray(List.of(VariantDictionary.of("a", new ObjectValue("Node", List.of()))));
    assertThat(Run.gdvarWith(bytes, "decode", "--to", "text", "-").err())
        .isEqualTo(
            "gdvar: standard input: value 0: a full object, which is read only with --objects,"
                + " at byte 24, $.a\n");
  }

  /** Returns short files of each kind. */
  static Stream<EngineFile> files() {
    return EngineFiles.all().stream()
        .filter(file -> file.name().matches("gd46.*|gd32\\.(encrypted|base64).*"))
        .filter(file -> file.bytes().length < 300)
        .filter(file -> file.name().contains("several") || file.name().contains("base64"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void reportsTruncatedFiles(EngineFile file) {
    byte[] bytes = file.bytes();
    for (int length = 0; length < bytes.length; length++) {
      run(file, Arrays.copyOf(bytes, length), length);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void reportsChangedFiles(EngineFile file) {
    byte[] whole = file.bytes();
    int count = 60 * Integer.getInteger("laws", 1);
    List<byte[]> changed =
        Damage.of(file.name().hashCode()).stream(whole, 10 * count)
            .filter(bytes -> bytes.length == whole.length)
            .limit(count)
            .toList();
    for (int i = 0; i < count; i++) {
      run(file, changed.get(i), i);
    }
  }

  private static void run(EngineFile file, byte[] bytes, int turn) {
    String[] command = COMMANDS[turn % COMMANDS.length];
    Run run = Run.gdvarIn(file.surroundings(), bytes, command);
    assertThat(run.code()).isBetween(0, 1);
    assertThat(run.err()).doesNotContain("internal error", "Exception", "\tat ");
    if (run.code() == 0) {
      String note = "standard input is encrypted, and the written file is not\n";
      assertThat(run.err())
          .isIn(
              "",
              command[0].equals("pack") && file.isEncrypted() ? note : "",
              List.of("decode", "unpack", "pack").contains(command[0])
                  ? "gdvar: standard input: the GCPF at its end is missing, so it may have been cut"
                      + " or changed\n"
                  : "");
    } else {
      assertThat(run.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("gdvar: "));
    }
    if (command[0].equals("inspect")) {
      assertThat(run.err().lines().count()).isEqualTo(run.code());
    } else if (!command[0].equals("decode") && run.code() == 1) {
      assertThat(run.out()).isEmpty();
    }
  }

  /** The JSON output contains an object for each file. */
  @Test
  void printsJsonForUnreadableFiles() throws IOException {
    byte[] save = Files.readAllBytes(Path.of("../../examples/godot3.save"));
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(save, 400));
    assertThat(Run.gdvar("inspect", "--json", cut.toString()))
        .isEqualTo(
            problem(
                1,
                cut,
                "",
                cut + ": the compressed data needs 451 bytes but 380 remain, at byte 20"));
    Path text = Files.writeString(folder.resolve("text"), "just text, nothing else");
    assertThat(Run.gdvar("inspect", "--json", text.toString()).out())
        .startsWith("{\"file\":\"" + text + "\",\"layers\":[],\"problems\":[\"" + text + ": ");
    Path packed = folder.resolve("packed");
    assertThat(Run.gdvar("pack", "" + text, "--compress", "deflate", "-o", "" + packed))
        .extracting(Run::code)
        .isEqualTo(0);
    assertThat(Run.gdvar("inspect", "--json", packed.toString()).out())
        .contains("\"layers\":[\"GCPF (Deflate, blocks of 4096)\"],\"problems\":[\"" + packed);
    Path secret = Path.of("../../examples/encrypted.save");
    assertThat(Run.gdvar("inspect", "--json", secret.toString()).out())
        .startsWith("{\"file\":\"" + secret + "\",\"problems\":[\"" + secret + ": it is encrypted");
    Path none = folder.resolve("none");
    assertThat(Run.gdvar("inspect", "--json", none.toString()))
        .isEqualTo(problem(3, none, "", "cannot read " + none + ": no such file"));
    // In the form of check.
    assertThat(Run.gdvar("check", "--json", none.toString()))
        .isEqualTo(problem(3, none, "\"sound\":false,", "cannot read " + none + ": no such file"));
  }

  private static Run problem(int code, Path file, String known, String problem) {
    return new Run(
        code,
        "{\"file\":\"" + file + "\"," + known + "\"problems\":[\"" + problem + "\"]}\n",
        "gdvar: " + problem + "\n");
  }
}
