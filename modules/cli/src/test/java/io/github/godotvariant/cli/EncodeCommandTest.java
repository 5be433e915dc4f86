package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
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

class EncodeCommandTest {
  private static final String EXAMPLE = "../../examples/encrypted.save";
  private static final Surroundings PASSWORD =
      new Surroundings(
          Map.of("GDVAR_PASSWORD", "correct horse battery staple"),
          Optional.of(""),
          Optional.empty());

  @TempDir Path folder;

  private static Run run(String... args) {
    return Run.gdvarIn(PASSWORD, new byte[0], args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "text"})
  void encodesDecodedValuesLikeOriginal(String form) throws IOException {
    Path text =
        Files.writeString(folder.resolve("text"), run("decode", "--to", form, EXAMPLE).out());
    Path out = folder.resolve("out.save");
    assertThat(
            run("encode", "--from", form, text.toString(), "--like", EXAMPLE, "-o", out.toString()))
        .isEqualTo(new Run(0, "", ""));
    assertThat(run("inspect", out.toString()).out())
        .startsWith("GDEC (Godot 4, AES-256-CFB) > store_var > 7 values, godot-4, ");
    assertThat(run("decode", "--to", form, out.toString()).out()).isEqualTo(Files.readString(text));
    assertThat(run("diff", EXAMPLE, out.toString())).isEqualTo(new Run(0, "", ""));
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

  /** Editors on Windows write a byte order mark. */
  @Test
  void ignoresByteOrderMarkBeforeLines() {
    byte[] lines = "\uFEFF1\n\uFEFF2\n".getBytes(StandardCharsets.UTF_8);
    Run run = Run.gdvarWith(lines, "encode", "--lines", "--from", "text", "--dialect", "godot-4");
    assertThat(run.out().lines().toList()).hasSize(2).first().isEqualTo("0200000001000000");
    assertThat(run.out().lines().toList().get(1)).startsWith("error: ");
    byte[] hex = "\uFEFF0200000001000000\n".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(hex, "roundtrip", "--lines", "--dialect", "godot-4").out())
        .isEqualTo("0200000001000000\n");
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
  void keeps64BitComponentsWithOption() throws IOException {
    String text = "Vector2(0.1, 0.2)\n";
    Run lines =
        Run.gdvarWith(
            text.getBytes(StandardCharsets.UTF_8),
            "encode",
            "--lines",
            "--from",
            "text",
            "--dialect",
            "godot-4",
            "--double");
    assertThat(lines.out()).isEqualTo("050001009a9999999999b93f9a9999999999c93f\n");
    Run file =
        Run.gdvarWith(
            text.getBytes(StandardCharsets.UTF_8),
            "encode",
            "--from",
            "text",
            "-",
            "--dialect",
            "godot-4",
            "--double",
            "--framing",
            "base64");
    Run again =
        Run.gdvarWith(
            file.out().getBytes(StandardCharsets.US_ASCII), "decode", "--to", "json", "-");
    assertThat(again.out()).isEqualTo("{\"type\":\"Vector2\",\"args\":[0.1,0.2]}\n");
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

  @Test
  void rejectsPasswordFromDataInput() {
    Run run =
        Run.gdvarWith(
            "{}\n".getBytes(StandardCharsets.UTF_8),
            "encode",
            "--from",
            "plain-json",
            "-",
            "--like",
            EXAMPLE,
            "-o",
            folder + "/out");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("needs a password").doesNotContain("wrong");
  }

  @Test
  void ignoresByteOrderMarkBeforeText() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "\uFEFF[1, 2]");
    for (String form : new String[] {"text", "plain-json"}) {
      Run run = Run.gdvar("encode", "--from", form, text.toString(), "--framing", "base64");
      assertThat(run.err()).isEmpty();
      assertThat(run.code()).isZero();
    }
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

  @Test
  void keepsTypesOfOriginal() throws IOException {
    Path like = folder.resolve("like");
    VariantDictionary old =
        VariantDictionary.of(
            "speed",
            1.5,
            "state",
            StringName.of("idle"),
            "kills",
            PackedInt32Array.of(1),
            "note",
            Variant.NIL);
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(old, Variant.of(1)));
    String[] encode = {"encode", "--from", "plain-json", "-", "--like", "" + like, "-o", "" + like};
    byte[] json =
        "{\"speed\":2,\"state\":\"run\",\"kills\":[3],\"note\":[1],\"new\":0.5}\n2\n\"more\""
            .getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(json, encode)).isEqualTo(new Run(0, "", ""));
    try (SaveFile save = SaveFile.open(like)) {
      assertThat(save.values())
          .containsExactly(
              VariantDictionary.of(
                  "speed", 2.0,
                  "state", StringName.of("run"),
                  "kills", PackedInt32Array.of(3),
                  "note", VariantArray.of(1),
                  "new", 0.5),
              Variant.of(2),
              Variant.of("more"));
    }
  }

  @Test
  void rejectsLossesWithoutOption() throws IOException {
    Path like = Files.copy(Path.of("../../examples/godot3.save"), folder.resolve("c.save"));
    byte[] before = Files.readAllBytes(like);
    Path text =
        Files.writeString(
            folder.resolve("json"), run("decode", "--to", "plain-json", "" + like).out());
    String[] encode = {
      "encode", "--from", "plain-json", "" + text, "--like", "" + like, "-o", "" + like
    };
    assertThat(Run.gdvar(encode))
        .isEqualTo(
            new Run(
                1,
                "",
                "gdvar: "
                    + text
                    + ": value 0: $.position has to be Vector3 but is Dictionary, $.facing has to"
                    + " be Quat but is Dictionary, $.tint has to be Color but is Dictionary, and 5"
                    + " more; --retype writes the value unchanged\n"));
    assertThat(like).hasBinaryContent(before);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvar(encode)).isEqualTo(new Run(0, "", ""));
    assertThat(Run.gdvar("get", "" + like, "$.position.x").out()).isEqualTo("12.25\n");
    assertThat(Run.gdvar("encode", "--from", "text", "x", "--retype").code()).isEqualTo(2);
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

  @Test
  void listsMissingKeys() throws IOException {
    Path like = folder.resolve("like");
    VariantDictionary inner = VariantDictionary.of("a", 1, "b", 2);
    VariantDictionary old = VariantDictionary.of("in", inner, "x", 1, "y", 2, "z", 3);
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(Variant.of(1), old));
    String[] encode = {"encode", "--from", "plain-json", "-", "--like", "" + like, "-o", "" + like};
    byte[] json = "1 {\"in\": {\"b\": 3}}".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(json, encode))
        .isEqualTo(
            new Run(
                0, "", "gdvar: standard input: value 1 is without $.in.a, $.x, $.y, and 1 more\n"));
    try (SaveFile save = SaveFile.open(like)) {
      assertThat(save.values().get(1))
          .isEqualTo(VariantDictionary.of("in", VariantDictionary.of("b", 3)));
    }
  }

  /** The function var_to_str sorts keys. */
  @Test
  void restoresOrderOfKeysFromText() throws IOException {
    Path like = folder.resolve("original.save");
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    format.write(
        like, List.of(VariantDictionary.of("b", VariantDictionary.of("z", 1, "y", 2), "a", 3)));
    Path text =
        Files.writeString(
            folder.resolve("text"), "{\"a\": 3, \"b\": {\"x\": 0, \"y\": 2, \"z\": 1}, \"c\": 4}");
    Path out = folder.resolve("out.save");
    assertThat(
            Run.gdvar("encode", "--from", "text", "" + text, "--like", "" + like, "-o", "" + out))
        .isEqualTo(new Run(0, "", ""));
    Variant expected =
        VariantDictionary.of("b", VariantDictionary.of("z", 1, "y", 2, "x", 0), "a", 3, "c", 4);
    assertThat(Files.readAllBytes(out)).isEqualTo(format.toByteArray(List.of(expected)));
  }

  @Test
  void rejectsFewerValuesThanOriginal() throws IOException {
    Path like = folder.resolve("like");
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(Variant.of(1), Variant.of(2)));
    byte[] before = Files.readAllBytes(like);
    byte[] one = "7".getBytes(StandardCharsets.UTF_8);
    String[] encode = {"encode", "--from", "text", "-", "--like", "" + like, "-o", "" + like};
    assertThat(Run.gdvarWith(one, encode))
        .isEqualTo(
            new Run(
                1,
                "",
                "gdvar: standard input: there is 1 value, and more in the original; --retype"
                    + " writes only these values\n"));
    assertThat(like).hasBinaryContent(before);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvarWith(one, encode)).isEqualTo(new Run(0, "", ""));
    try (SaveFile save = SaveFile.open(like)) {
      assertThat(save.values()).containsExactly(Variant.of(7));
    }
  }

  /** The types of a malformed value cannot be kept. */
  @Test
  void rejectsMalformedValueInOriginal() throws IOException {
    Path like = folder.resolve("like");
    byte[] broken =
        SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(Variant.of("one"), Variant.of(2)));
    broken[4] = 60;
    Files.write(like, broken);
    byte[] two = "\"one\" 3".getBytes(StandardCharsets.UTF_8);
    String[] encode = {"encode", "--from", "text", "-", "--like", "" + like, "-o", "" + like};
    assertThat(Run.gdvarWith(two, encode))
        .isEqualTo(
            new Run(
                1,
                "",
                "gdvar: "
                    + like
                    + ": value 0: no type has id 60 in godot-4, at byte 4; --retype writes the"
                    + " values of standard input unchanged\n"));
    assertThat(like).hasBinaryContent(broken);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvarWith(two, encode)).isEqualTo(new Run(0, "", ""));
    try (SaveFile save = SaveFile.open(like)) {
      assertThat(save.values()).containsExactly(Variant.of("one"), Variant.of(3));
    }
  }

  @Test
  void rejectsOptionsWithoutEffect() {
    String[][] commands = {
      {"encode", "--lines", "--from", "text", "--dialect", "godot-4", "-o", folder + "/x"},
      {"encode", "--from", "text", "x", "--decompress", "fastlz"},
      {"convert", "x", "--to", "godot-4", "--decompress", "fastlz"}
    };
    for (String[] command : commands) {
      assertThat(Run.gdvar(command).code()).as(String.join(" ", command)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text|[Object(Node,\"name\":\"x\",\"script\":null)]|$[0]",
        "json|{\"type\":\"Node\",\"props\":[\"name\",\"s:x\"]}|$"
      })
  void writesObjectsWithOption(String form, String text, String path) {
    byte[] input = text.getBytes(StandardCharsets.UTF_8);
    String problem = "a full object, which is written only with --objects, " + path + "\n";
    assertThat(Run.gdvarWith(input, "encode", "--from", form, "-"))
        .isEqualTo(new Run(1, "", "gdvar: standard input: " + problem));
    String[] lines = {"encode", "--lines", "--from", form, "--dialect", "godot-4"};
    assertThat(Run.gdvarWith(input, lines).out()).isEqualTo("error: " + problem);
    assertThat(Run.gdvarWith(input, "encode", "--objects", "--from", form, "-").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[Array[flaot]([])]|flaot|$[0]",
        "Dictionary[int, Node]({})|Node|$",
        "Dictionary[Resource(\"res://a.gd\"), int]({})|Resource(\"res://a.gd\")|$"
      })
  void writesClassesAsTypesWithOption(String text, String type, String path) {
    byte[] input = text.getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(input, "encode", "--from", "text", "-").err())
        .isEqualTo(
            "gdvar: standard input: a container of "
                + type
                + ", which is written only with --objects, "
                + path
                + "\n");
    assertThat(Run.gdvarWith(input, "encode", "--objects", "--from", "text", "-").code()).isZero();
    byte[] standIn = "Array[EncodedObjectAsID]([])".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(standIn, "encode", "--from", "text", "-").code()).isZero();
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

  @Test
  void printsTextOfGodot32() {
    Run text =
        Run.gdvarWith(
            "[-inf]".getBytes(StandardCharsets.UTF_8),
            "encode",
            "--lines",
            "--from",
            "text",
            "--dialect",
            "godot-3");
    byte[] hex = text.out().getBytes(StandardCharsets.US_ASCII);
    String[] decode = {"decode", "--lines", "--dialect", "godot-3", "--to", "text-godot-3.2"};
    Run old = Run.gdvarWith(hex, decode);
    assertThat(old.out()).isEqualTo("[ -inf.0 ]\n");
    Run again =
        Run.gdvarWith(
            old.out().getBytes(StandardCharsets.UTF_8),
            "encode",
            "--lines",
            "--from",
            "text-godot-3.2",
            "--dialect",
            "godot-3");
    assertThat(again).isEqualTo(text);
  }
}
