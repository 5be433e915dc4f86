package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how {@code gdvar encode} reports text that it cannot encode. */
class EncodeErrorsTest {
  @TempDir Path folder;

  /** Runs an encode command that is expected to fail. */
  private Run encoded(Path text, String form) {
    return Run.gdvar(words("encode --from %s %s -o %s", form, text, folder.resolve("out")));
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
    assertThat(encoded(text, "text"))
        .isEqualTo(
            Run.badData(
                """
                %s: expected ',' or ']', not '}', at line 2, column 12, $.b[2]
                  {"b": [1, 2}
                             ^\
                """,
                text));
    assertThat(out).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void reportsBytesThatAreNotText() throws IOException {
    Path text = Files.write(folder.resolve("text"), new byte[] {'"', (byte) 0xFF, '"'});
    String problem = "%s: bytes that are not UTF-8 text, at line 1, column 2, $\n  \"\n   ^";
    assertThat(encoded(text, "text")).isEqualTo(Run.badData(problem, text));
  }

  @Test
  void placesCaretInEmptyLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "[1,\n");
    assertThat(encoded(text, "text").err()).endsWith(", at line 2, column 1, $[1]\n  \n  ^\n");
  }

  /** The line of an error in JSON is not kept. */
  @Test
  void reportsErrorInJsonInOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "{\"a\":1");
    String problem = "%s: the text ends before the value does, at line 1, column 7, $.a";
    assertThat(encoded(text, "plain-json")).isEqualTo(Run.badData(problem, text));
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
      Run run = encoded(file, form);
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("gdvar: " + file + ": bytes that are not UTF-8 text, at line ")
          .contains("at line " + (lines + 2) + ", column 6, $[" + lines + "]");
    }
  }

  @Test
  void placesCaretBelowError() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "{\"名前😀\": [1, 2}\n");
    assertThat(encoded(text, "text"))
        .isEqualTo(
            Run.badData(
                """
                %s: expected ',' or ']', not '}', at line 1, column 14, $["名前😀"][2]
                  {"名前😀": [1, 2}
                                  ^\
                """,
                text));
  }

  @Test
  void rejectsKeysThatBecomeEqual() {
    String text = "{1: \"a\", \"1\": \"b\"}\n5";
    Run base64 = Run.gdvarWith(text, words("encode --from text - --framing base64"));
    Run run = Run.gdvarWith(base64.out(), "decode", "--to", "plain-json", "-");
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
    Run run = Run.gdvarWith(text, "encode", "--from", "text", "-");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("gdvar: standard input: " + problem + " at line 1, ")
        .contains(", " + path + "\n");
    String[] lines = words("encode --lines --from text --dialect godot-4");
    assertThat(Run.gdvarWith(text, lines).out())
        .startsWith("error: " + problem)
        .endsWith(path + "\n");
  }

  @Test
  void rejectsElementsOfOtherTypeInJson() {
    String json = "{\"type\":\"Array\",\"elem_type\":\"int\",\"args\":[\"i:1\",true]}";
    assertThat(Run.gdvarWith(json, "encode", "--from", "json", "-"))
        .isEqualTo(Run.badData("standard input: element has to be int but is bool, $[1]"));
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
    Run nothing = Run.badData("standard input: no values found; nothing was written");
    String[] like = words("encode --from %s - --like %s -o %s", form, save, save);
    assertThat(Run.gdvarWith(text, like)).isEqualTo(nothing);
    assertThat(save).hasBinaryContent(before);
    assertThat(Run.gdvarWith(text, "encode", "--from", form, "-")).isEqualTo(nothing);
    assertThat(Run.gdvarWith(text, "encode", "--from", form, "-", "--framing", "bare"))
        .isEqualTo(nothing);
  }

  /** As ordinary JSON, it would be a dictionary with the keys "type" and "args". */
  @Test
  void rejectsLosslessJsonAsOrdinaryJson() throws IOException {
    Path like = folder.resolve("like");
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(VariantDictionary.of("gold", 5)));
    String json = Run.gdvar("decode", "--to", "json", "" + like).out();
    Run refusal =
        Run.badData(
            "standard input: value 0 looks like the engine's lossless JSON, which is --from json;"
                + " --retype writes it as ordinary JSON");
    EncodeCommandTest.assertNeedsRetype("plain-json", "-", json, like, refusal);
    assertThat(Run.gdvar("get", "" + like, "$.type").out()).isEqualTo("\"Dictionary\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[NaN]", "[-Infinity]", "[+1]", "[/* one */ 1]"})
  void omitsAdviceOnSettingsOfJackson(String text) {
    for (String form : List.of("plain-json", "json")) {
      Run run = Run.gdvarWith(text, "encode", "--from", form, "-");
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .contains(", at line 1, column ")
          .doesNotContain("JsonReadFeature", "Feature", "enable");
    }
  }

  @Test
  void suggestsOrdinaryJson() {
    assertThat(Run.gdvarWith("{\"a\":1}", "encode", "--from", "json", "-").err())
        .startsWith("gdvar: standard input: ")
        .contains("; ordinary JSON is --from plain-json\n");
  }

  @Test
  void shortensLongPath() {
    String deep = "[".repeat(100_000);
    for (String form : new String[] {"text", "json", "plain-json"}) {
      Run run = Run.gdvarWith(deep, "encode", "--from", form, "-");
      assertThat(run.err().lines().findFirst().orElseThrow())
          .as(form)
          .contains(", $[0][0][0]", "[0] … [0]")
          .hasSizeLessThan(450);
    }
  }
}
