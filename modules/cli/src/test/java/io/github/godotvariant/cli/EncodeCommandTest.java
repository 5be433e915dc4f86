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

/** Checks the files that {@code gdvar encode} writes. */
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
                    + " more; ordinary JSON loses types, unlike 'gdvar decode --to json'; --retype"
                    + " writes the value unchanged\n"));
    assertThat(like).hasBinaryContent(before);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvar(encode)).isEqualTo(new Run(0, "", ""));
    assertThat(Run.gdvar("get", "" + like, "$.position.x").out()).isEqualTo("12.25\n");
    assertThat(Run.gdvar("encode", "--from", "text", "x", "--retype").code()).isEqualTo(2);
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
