package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the files that {@code gdvar encode} writes. */
class EncodeCommandTest {
  private static final String EXAMPLE = "../../examples/encrypted.save";
  private static final String LINES_OF_TEXT = "encode --lines --from text --dialect godot-4";
  private static final Surroundings PASSWORD = Run.password("correct horse battery staple");

  @TempDir Path folder;

  private static Run run(String... args) {
    return Run.gdvarIn(PASSWORD, new byte[0], args);
  }

  private static String[] encodeLike(String form, Object text, Path like, Path out) {
    return words("encode --from %s %s --like %s -o %s", form, text, like, out);
  }

  /** Checks that text of a form replaces the values of a file only with {@code --retype}. */
  static void assertNeedsRetype(String form, Object text, String input, Path file, Run refusal)
      throws IOException {
    byte[] before = Files.readAllBytes(file);
    String[] encode = encodeLike(form, text, file, file);
    assertThat(Run.gdvarWith(input, encode)).isEqualTo(refusal);
    assertThat(file).hasBinaryContent(before);
    encode = Arrays.copyOf(encode, encode.length + 1);
    encode[encode.length - 1] = "--retype";
    assertThat(Run.gdvarWith(input, encode)).isEqualTo(new Run(0, "", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "text"})
  void encodesDecodedValuesLikeOriginal(String form) throws IOException {
    Path text =
        Files.writeString(folder.resolve("text"), run("decode", "--to", form, EXAMPLE).out());
    Path out = folder.resolve("out.save");
    assertThat(run(encodeLike(form, text, Path.of(EXAMPLE), out))).isEqualTo(new Run(0, "", ""));
    assertThat(run("inspect", out.toString()).out())
        .startsWith("GDEC (Godot 4, AES-256-CFB) > store_var > 7 values, godot-4, ");
    assertThat(run("decode", "--to", form, out.toString()).out()).isEqualTo(Files.readString(text));
    assertThat(run("diff", EXAMPLE, out.toString())).isEqualTo(new Run(0, "", ""));
  }

  /** Editors on Windows write a byte order mark. */
  @Test
  void ignoresByteOrderMarkBeforeLines() {
    Run run = Run.gdvarWith("\uFEFF1\n\uFEFF2\n", words(LINES_OF_TEXT));
    assertThat(run.out().lines().toList()).hasSize(2).first().isEqualTo("0200000001000000");
    assertThat(run.out().lines().toList().get(1)).startsWith("error: ");
    String hex = "\uFEFF0200000001000000\n";
    assertThat(Run.gdvarWith(hex, "roundtrip", "--lines", "--dialect", "godot-4").out())
        .isEqualTo("0200000001000000\n");
  }

  @Test
  void keeps64BitComponentsWithOption() throws IOException {
    String text = "Vector2(0.1, 0.2)\n";
    assertThat(Run.gdvarWith(text, words(LINES_OF_TEXT + " --double")).out())
        .isEqualTo("050001009a9999999999b93f9a9999999999c93f\n");
    String encode = "encode --from text - --dialect godot-4 --double --framing base64";
    Run file = Run.gdvarWith(text, words(encode));
    assertThat(Run.gdvarWith(file.out(), "decode", "--to", "json", "-").out())
        .isEqualTo("{\"type\":\"Vector2\",\"args\":[0.1,0.2]}\n");
  }

  @Test
  void rejectsPasswordFromDataInput() {
    String[] encode = encodeLike("plain-json", "-", Path.of(EXAMPLE), folder.resolve("out"));
    Run run = Run.gdvarWith("{}\n", encode);
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
        VariantDictionary.of("speed", 1.5, "state", StringName.of("idle"))
            .with("kills", PackedInt32Array.of(1))
            .with("note", Variant.NIL);
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(old, Variant.of(1)));
    String json =
        "{\"speed\":2,\"state\":\"run\",\"kills\":[3],\"note\":[1],\"new\":0.5}\n2\n\"more\"";
    assertThat(Run.gdvarWith(json, encodeLike("plain-json", "-", like, like)))
        .isEqualTo(new Run(0, "", ""));
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
    Path text =
        Files.writeString(
            folder.resolve("json"), run("decode", "--to", "plain-json", "" + like).out());
    Run refusal =
        Run.badData(
            "%s: value 0: $.position has to be Vector3 but is Dictionary, $.facing has to be Quat"
                + " but is Dictionary, $.tint has to be Color but is Dictionary, and 5 more;"
                + " ordinary JSON loses types, unlike 'gdvar decode --to json'; --retype writes the"
                + " value unchanged",
            text);
    assertNeedsRetype("plain-json", text, "", like, refusal);
    assertThat(Run.gdvar("get", "" + like, "$.position.x").out()).isEqualTo("12.25\n");
    assertThat(Run.gdvar("encode", "--from", "text", "x", "--retype").code()).isEqualTo(2);
  }

  @Test
  void listsMissingKeys() throws IOException {
    Path like = folder.resolve("like");
    VariantDictionary inner = VariantDictionary.of("a", 1, "b", 2);
    VariantDictionary old = VariantDictionary.of("in", inner, "x", 1, "y", 2, "z", 3);
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(Variant.of(1), old));
    String[] encode = encodeLike("plain-json", "-", like, like);
    String missing = "gdvar: standard input: value 1 is without $.in.a, $.x, $.y, and 1 more\n";
    assertThat(Run.gdvarWith("1 {\"in\": {\"b\": 3}}", encode)).isEqualTo(new Run(0, "", missing));
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
    assertThat(Run.gdvar(encodeLike("text", text, like, out))).isEqualTo(new Run(0, "", ""));
    Variant expected =
        VariantDictionary.of("b", VariantDictionary.of("z", 1, "y", 2, "x", 0), "a", 3, "c", 4);
    assertThat(Files.readAllBytes(out)).isEqualTo(format.toByteArray(List.of(expected)));
  }

  @Test
  void rejectsFewerValuesThanOriginal() throws IOException {
    Path like = folder.resolve("like");
    SaveFormat.of(Dialect.GODOT_4).write(like, List.of(Variant.of(1), Variant.of(2)));
    Run refusal =
        Run.badData(
            "standard input: there is 1 value, and more in the original; --retype writes only these"
                + " values");
    assertNeedsRetype("text", "-", "7", like, refusal);
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
    Run refusal =
        Run.badData(
            "%s: value 0: no type has id 60 in godot-4, at byte 4; --retype writes the values of"
                + " standard input unchanged",
            like);
    assertNeedsRetype("text", "-", "\"one\" 3", like, refusal);
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
    String problem = "a full object, which is written only with --objects, " + path;
    assertThat(Run.gdvarWith(text, "encode", "--from", form, "-"))
        .isEqualTo(Run.badData("standard input: %s", problem));
    String[] lines = {"encode", "--lines", "--from", form, "--dialect", "godot-4"};
    assertThat(Run.gdvarWith(text, lines).out()).isEqualTo("error: " + problem + "\n");
    assertThat(Run.gdvarWith(text, "encode", "--objects", "--from", form, "-").code()).isZero();
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
    assertThat(Run.gdvarWith(text, "encode", "--from", "text", "-").err())
        .isEqualTo(
            "gdvar: standard input: a container of %s, which is written only with --objects, %s\n"
                .formatted(type, path));
    assertThat(Run.gdvarWith(text, "encode", "--objects", "--from", "text", "-").code()).isZero();
    String standIn = "Array[EncodedObjectAsID]([])";
    assertThat(Run.gdvarWith(standIn, "encode", "--from", "text", "-").code()).isZero();
  }

  @Test
  void printsTextOfGodot32() {
    String encode = "encode --lines --dialect godot-3 --from text";
    Run text = Run.gdvarWith("[-inf]", words(encode));
    String decode = "decode --lines --dialect godot-3 --to text-godot-3.2";
    Run old = Run.gdvarWith(text.out(), words(decode));
    assertThat(old.out()).isEqualTo("[ -inf.0 ]\n");
    assertThat(Run.gdvarWith(old.out(), words(encode + "-godot-3.2"))).isEqualTo(text);
  }
}
