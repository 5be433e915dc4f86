package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how {@code gdvar encode} reports text that it cannot encode. */
class EncodeErrorsTest {
  private static final Surroundings PASSWORD =
      new Surroundings(
          Map.of("GDVAR_PASSWORD", "correct horse battery staple"),
          Optional.of(""),
          Optional.empty());

  @TempDir Path folder;

  private static Run run(String... args) {
    return Run.gdvarIn(PASSWORD, new byte[0], args);
  }

  @Test
  void rejectsSecondReadOfStandardInput() throws IOException {
    Path out = folder.resolve("out");
    String example = "../../examples/player-update.bin";
    byte[] bytes = Files.readAllBytes(Path.of(example));
    for (String line :
        new String[] {
          "encode --from text - --like - -o " + out,
          "pack - --like - -o " + out,
          "check " + example + " - -",
          "diff - -"
        }) {
      Run run = Run.gdvarWith(bytes, line.split(" "));
      assertThat(run.code()).as(line).isEqualTo(2);
      assertThat(run.err()).as(line).startsWith("gdvar: standard input can be read once\n'gdvar ");
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void keepsFileWhenTextIsMalformed() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "{\"a\": 1}\n{\"b\": [1, 2}\n");
    Path out = Files.writeString(folder.resolve("out"), "old");
    assertThat(Run.gdvar("encode", "--from", "text", text.toString(), "-o", out.toString()))
        .isEqualTo(
            new Run(
                1,
                "",
                "gdvar: "
                    + text
                    + ": expected ',' or ']', not '}', at line 2, column 12, $.b[2]\n"
                    + "  {\"b\": [1, 2}\n"
                    + "             ^\n"));
    assertThat(out).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void reportsBytesThatAreNotText() throws IOException {
    Path text = Files.write(folder.resolve("text"), new byte[] {'"', (byte) 0xFF, '"'});
    Run run = Run.gdvar("encode", "--from", "text", text.toString(), "-o", folder + "/out");
    String problem = ": bytes that are not UTF-8 text, at line 1, column 2, $\n  \"\n   ^\n";
    assertThat(run).isEqualTo(new Run(1, "", "gdvar: " + text + problem));
  }

  @Test
  void placesCaretInEmptyLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "[1,\n");
    Run run = Run.gdvar("encode", "--from", "text", text.toString(), "-o", folder + "/out");
    assertThat(run.err()).endsWith(", at line 2, column 1, $[1]\n  \n  ^\n");
  }

  /** The line of an error in JSON is not kept. */
  @Test
  void reportsErrorInJsonInOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "{\"a\":1");
    Run run = Run.gdvar("encode", "--from", "plain-json", text.toString(), "-o", folder + "/out");
    String problem = ": the text ends before the value does, at line 1, column 7, $.a\n";
    assertThat(run).isEqualTo(new Run(1, "", "gdvar: " + text + problem));
  }

  /** The position does not depend on the number of bytes that are decoded in one step. */
  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "plain-json"})
  void reportsPositionOfBytesThatAreNotText(String form) throws IOException {
    for (int lines : new int[] {1, 5000}) {
      byte[] text =
          ("[\n" + "null,\n".repeat(lines) + "\"s:日😀?\"]\n").getBytes(StandardCharsets.UTF_8);
      text[text.length - 4] = (byte) 0xFF;
      Path file = Files.write(folder.resolve("text"), text);
      Run run = Run.gdvar("encode", "--from", form, file.toString(), "-o", folder + "/out");
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("gdvar: " + file + ": bytes that are not UTF-8 text, at line ")
          .contains("at line " + (lines + 2) + ", column 6, $[" + lines + "]");
    }
  }

  @Test
  void placesCaretBelowError() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "{\"名前😀\": [1, 2}\n");
    Run run = Run.gdvar("encode", "--from", "text", text.toString(), "-o", folder + "/out");
    assertThat(run.err())
        .isEqualTo(
            "gdvar: "
                + text
                + ": expected ',' or ']', not '}', at line 1, column 14, $[\"名前😀\"][2]\n"
                + "  {\"名前😀\": [1, 2}\n"
                + "                  ^\n");
  }

  @Test
  void rejectsKeysThatBecomeEqual() throws IOException {
    byte[] base64 =
        Run.gdvarWith(
                "{1: \"a\", \"1\": \"b\"}\n5".getBytes(StandardCharsets.UTF_8),
                "encode",
                "--from",
                "text",
                "-",
                "--framing",
                "base64")
            .out()
            .getBytes(StandardCharsets.US_ASCII);
    Run run = Run.gdvarWith(base64, "decode", "--to", "plain-json", "-");
    assertThat(run.out()).isEqualTo("5\n");
    assertThat(run.err()).startsWith("gdvar: standard input: value 0: ");
    assertThat(run.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Array[int]([1, {}])                  | element has to be int but is Dictionary, | $[1]
          [[], Array[Array]([[], [], 2])]      | element has to be Array but is int,      | $[1][2]
          {a: Dictionary[int, bool]({1: []})}  | value has to be bool but is Array,       | $.a[1]
          """)
  void rejectsElementsOfOtherType(String words, String problem, String path) {
    String text = words.replace("{a:", "{\"a\":");
    byte[] input = text.getBytes(StandardCharsets.UTF_8);
    Run run = Run.gdvarWith(input, "encode", "--from", "text", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("gdvar: standard input: " + problem + " at line 1, ")
        .contains(", " + path + "\n");
    assertThat(
            Run.gdvarWith(input, "encode", "--lines", "--from", "text", "--dialect", "godot-4")
                .out())
        .startsWith("error: " + problem)
        .endsWith(path + "\n");
  }

  @Test
  void rejectsElementsOfOtherTypeInJson() {
    String json = "{\"type\":\"Array\",\"elem_type\":\"int\",\"args\":[\"i:1\",true]}";
    Run run = Run.gdvarWith(json.getBytes(StandardCharsets.UTF_8), "encode", "--from", "json", "-");
    assertThat(run)
        .isEqualTo(
            new Run(1, "", "gdvar: standard input: element has to be int but is bool, $[1]\n"));
  }

  @Test
  void reportsLinesThatAreNotText() {
    byte[] input = {'"', (byte) 0xFF, '"', '\n', '5', '\r', '\n', '6'};
    Run run = Run.gdvarWith(input, "encode", "--lines", "--from", "text", "--dialect", "godot-4");
    assertThat(run.out())
        .isEqualTo("error: it is not text in UTF-8\n0200000005000000\n0200000006000000\n");
  }

  @Test
  void rejectsReplacingText() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "1");
    Run run = Run.gdvar("encode", "--from", "text", text.toString(), "-o", text.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("gdvar: " + text + " is the input itself; the values would replace their text");
    assertThat(text).hasContent("1");
  }

  @ParameterizedTest
  @CsvSource({"text, ''", "json, ''", "plain-json, ' \n'", "text, '; nothing'", "text, '\uFEFF'"})
  void keepsFileWhenTextHasNoValues(String form, String text) throws IOException {
    Path save = Files.copy(Path.of("../../examples/godot3.save"), folder.resolve("c.save"));
    byte[] before = Files.readAllBytes(save);
    byte[] input = text.getBytes(StandardCharsets.UTF_8);
    Run nothing = new Run(1, "", "gdvar: standard input: no values found; nothing was written\n");
    String[] like = {"encode", "--from", form, "-", "--like", "" + save, "-o", "" + save};
    assertThat(Run.gdvarWith(input, like)).isEqualTo(nothing);
    assertThat(save).hasBinaryContent(before);
    assertThat(Run.gdvarWith(input, "encode", "--from", form, "-")).isEqualTo(nothing);
    assertThat(Run.gdvarWith(input, "encode", "--from", form, "-", "--framing", "bare"))
        .isEqualTo(nothing);
  }

  /** As ordinary JSON, it would be a dictionary with the keys "type" and "args". */
  @Test
  void rejectsLosslessJsonAsOrdinaryJson() throws IOException {
    Path like = folder.resolve("like");
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(VariantDictionary.of("gold", 5)));
    byte[] before = Files.readAllBytes(like);
    byte[] json = run("decode", "--to", "json", "" + like).out().getBytes(StandardCharsets.UTF_8);
    String[] encode = {"encode", "--from", "plain-json", "-", "--like", "" + like, "-o", "" + like};
    assertThat(Run.gdvarWith(json, encode))
        .isEqualTo(
            new Run(
                1,
                "",
                "gdvar: standard input: value 0 looks like the engine's lossless JSON, which is"
                    + " --from json; --retype writes it as ordinary JSON\n"));
    assertThat(like).hasBinaryContent(before);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvarWith(json, encode)).isEqualTo(new Run(0, "", ""));
    assertThat(Run.gdvar("get", "" + like, "$.type").out()).isEqualTo("\"Dictionary\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[NaN]", "[-Infinity]", "[+1]", "[/* one */ 1]"})
  void omitsAdviceOnSettingsOfJackson(String text) {
    for (String form : List.of("plain-json", "json")) {
      Run run = Run.gdvarWith(text.getBytes(StandardCharsets.UTF_8), "encode", "--from", form, "-");
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .contains(", at line 1, column ")
          .doesNotContain("JsonReadFeature", "Feature", "enable");
    }
  }

  @Test
  void suggestsOrdinaryJson() {
    byte[] json = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(json, "encode", "--from", "json", "-").err())
        .startsWith("gdvar: standard input: ")
        .contains("; ordinary JSON is --from plain-json\n");
  }

  @Test
  void shortensLongPath() {
    byte[] deep = "[".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    for (String form : new String[] {"text", "json", "plain-json"}) {
      Run run = Run.gdvarWith(deep, "encode", "--from", form, "-");
      assertThat(run.err().lines().findFirst().orElseThrow())
          .as(form)
          .contains(", $[0][0][0]", "[0] … [0]")
          .hasSizeLessThan(450);
    }
  }
}
