package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.cli.values.TypePreserver;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the paths, values and files that {@code gdvar set} accepts. */
class SetCommandTest extends PlayerSave {
  @Test
  void replacesValueAndPrintsDifference() throws IOException {
    assertThat(set("$.gold", "250")).isEqualTo(new Run(0, "~ $.gold  int 100 → int 250\n", ""));
    assertThat(saved()).isEqualTo(PLAYER.with("gold", 250));
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void acceptsNegativeNumbers() throws IOException {
    assertThat(set("$.gold", "-5")).isEqualTo(new Run(0, "~ $.gold  int 100 → int -5\n", ""));
    assertThat(set("$.speed", "-0.5").out()).isEqualTo("~ $.speed  float 1.5 → float -0.5\n");
    assertThat(set("$.speed", "-inf"))
        .isEqualTo(new Run(0, "~ $.speed  float -0.5 → float inf_neg\n", ""));
    assertThat(saved().getDouble("speed")).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(set("$.speed", "--dialekt", "godot-4").code()).isEqualTo(2);
    assertThat(set("$.speed", "1", "--dialekt", "godot-4").code()).isEqualTo(2);
  }

  @Test
  void addsEntriesAndElements() throws IOException {
    assertThat(set("$.level", "3", "--add").out()).isEqualTo("+ $.level  int 3\n");
    assertThat(set("$.scores[2]", "3", "--add").out()).isEqualTo("+ $.scores[2]  int 3\n");
    assertThat(saved().getArray("scores").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(set("$.level", "4", "--add").out()).isEqualTo("~ $.level  int 3 → int 4\n");
  }

  @Test
  void rejectsNewPathsWithoutAdd() throws IOException {
    byte[] before = Files.readAllBytes(save);
    String start = "gdvar: " + save + ": there is no ";
    String keys = ".gold, .home, .state, .speed, .scores";
    assertThat(set("$.golt", "1"))
        .isEqualTo(new Run(1, "", start + "$.golt in $, which has " + keys + "; --add adds it\n"));
    assertThat(set("$[5]", "1").err()).startsWith(start + "$[5] in $, which has ");
    assertThat(set("$.scores[2]", "1").err())
        .isEqualTo(start + "$.scores[2] in $.scores, which has 2 elements; --add adds it\n");
    assertThat(save).hasBinaryContent(before);
  }

  @Test
  void namesPathToAddFirst() throws IOException {
    byte[] before = Files.readAllBytes(save);
    String start = "gdvar: " + save + ": there is no ";
    for (String option : List.of("--retype", "--add")) {
      assertThat(set("$.scores[3]", "1", option).err())
          .isEqualTo(
              start + "$.scores[3] in $.scores, which has 2 elements; --add adds $.scores[2]\n");
      assertThat(set("$.player.name.first", "1", option).err())
          .startsWith(start + "$.player in $, which has ")
          .endsWith("; first add $.player with --add\n");
      for (String path : List.of("$.gold.x", "$.scores[2].x")) { // elements of scores are ints
        assertThat(set(path, "1", option).err()).startsWith(start).doesNotContain("; ");
      }
    }
    assertThat(save).hasBinaryContent(before);
  }

  @Test
  void readsComponentsAndElements() throws IOException {
    VariantDictionary player =
        VariantDictionary.of("position", new Vector2(1.5, 2), "cell", new Vector2i(3, 4))
            .with("bag", VariantArray.of(8))
            .with("kills", PackedInt32Array.of(1, 2));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(player));
    assertThat(set("$.position.x", "2").out())
        .isEqualTo("~ $.position  Vector2 (1.5, 2) → Vector2 (2, 2)\n");
    assertThat(set("$.kills[1]", "7").code()).isZero();
    assertThat(set("$.cell.y", "-5").code()).isZero();
    assertThat(saved())
        .isEqualTo(
            player
                .with("position", new Vector2(2, 2))
                .with("cell", new Vector2i(3, -5))
                .with("kills", PackedInt32Array.of(1, 7)));
    assertThat(set("$.cell.x", "0.5").err())
        .isEqualTo("gdvar: " + save + ": x has to be int but is 0.5, $.cell.x\n");
    assertThat(set("$.position.z", "1").err())
        .isEqualTo(
            "gdvar: " + save + ": there is no $.position.z in $.position, Vector2 has x, y\n");
    assertThat(set("$.kills[2]", "1"))
        .isEqualTo(
            Run.badData(
                "%s: there is no $.kills[2] in $.kills, PackedInt32Array has 2 elements; --add adds"
                    + " it",
                save));
    assertThat(set("$.kills[9]", "1", "--add").err())
        .endsWith("PackedInt32Array has 2 elements; --add adds $.kills[2]\n");
    assertThat(set("$.kills[9].x", "1").err()).endsWith("PackedInt32Array has 2 elements\n");
    assertThat(set("$.bag[1].x", "1").err())
        .endsWith("$.bag, which has 1 element; first add $.bag[1] with --add\n");
    assertThat(set("$.bag[4].x", "1").err()).endsWith("$.bag, which has 1 element\n");
    assertThat(set("$.bag[-1]", "1").err()).endsWith("$.bag, which has 1 element\n");
    assertThat(set("$.kills[9]", "\"text\"").err()).endsWith("PackedInt32Array has 2 elements\n");
  }

  @Test
  void printsNothingForEqualValues() {
    assertThat(set("$.gold", "100")).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void keepsFileWhenValueDoesNotFit() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThat(set("$.gold.amount", "1"))
        .isEqualTo(Run.badData("%s: there is no $.gold.amount in $.gold, it is int", save));
    assertThat(set("$.scores[0]", "\"x\""))
        .isEqualTo(Run.badData("%s: element has to be int but is String, $.scores[0]", save));
    assertThat(set("$.gold", "Bob").code()).isEqualTo(2);
    assertThat(set("$.gold", "Bob").err()).contains("VALUE: ", "'\"…\"'");
    assertThat(set("--retype", "$.gold", "Resource(\"res://a\")").code()).isEqualTo(1);
    assertThat(set("$.gold[", "1").code()).isEqualTo(2);
    assertThat(set("$.gold", "1", "--value", "1").err())
        .isEqualTo("gdvar: " + save + " has no value 1; it has 1 value, numbered from 0\n");
    assertThat(set("$.gold", "1", "-o", save.toString()).code()).isEqualTo(2);
    assertThat(save).hasBinaryContent(before);
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  /** Quotes are not suggested if the value is not an unquoted string. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Vector2i(99999999999, 1)",
        "99999999999999999999",
        "-99999999999999999999",
        "PackedByteArray(256)",
        "Array[int]([1e30])",
        "[1, 2",
        "\"Bob"
      })
  void suggestsQuotesForStringsOnly(String value) {
    Run run = set("$.gold", value);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("VALUE: ", ", at line 1, column ").doesNotContain("quotes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bob", "Élodie", "名前", "😀", "Bob the 2nd"})
  void suggestsQuotesForStrings(String value) {
    Run run = set("$.gold", value);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(", at line 1, column 1, $; put a string in quotes: '\"…\"'\n");
  }

  @Test
  void writesOtherFileWhenNamed() throws IOException {
    Path other = folder.resolve("other");
    byte[] before = Files.readAllBytes(save);
    assertThat(set("$.gold", "1", "-o", other.toString()).code()).isZero();
    assertThat(save).hasBinaryContent(before);
    assertThat(Run.gdvar("get", other.toString(), "$.gold").out()).isEqualTo("1\n");
  }

  @Test
  void selectsValueByNumber() throws IOException {
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(PLAYER, PLAYER, Variant.of("end")));
    assertThat(set("$.gold", "1"))
        .isEqualTo(
            new Run(
                2,
                "",
                "gdvar: "
                    + save
                    + " has several values; --value says which one, from 0 on\n"
                    + "'gdvar set --help' says more.\n"));
    assertThat(set("$.gold", "1", "--value", "1").code()).isZero();
    try (SaveFile file = SaveFile.open(save)) {
      assertThat(file.values()).containsExactly(PLAYER, PLAYER.with("gold", 1), Variant.of("end"));
    }
  }

  @Test
  void keepsEncryptionAndPassword() throws IOException {
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword("it"))
        .write(save, List.of(PLAYER));
    Run run = Run.gdvarIn(Run.password("it"), new byte[0], words("set %s $.gold 7", save));
    assertThat(run).isEqualTo(new Run(0, "~ $.gold  int 100 → int 7\n", ""));
    try (SaveFile file = SaveFile.open(save, SaveOptions.password("it"))) {
      assertThat(file.values()).containsExactly(PLAYER.with("gold", 7));
    }
  }

  @Test
  void writesStandardInputToStandardOutput() throws IOException {
    assertThat(Run.gdvarWith("Ag==", "set", "-", "$", "1").code()).isEqualTo(1);
    SaveFormat base64 =
        SaveFormat.of(Dialect.GODOT_4).withFraming(io.github.godotvariant.save.Framing.BASE64);
    byte[] line = base64.toByteArray(List.of(VariantDictionary.of("gold", 1)));
    Run changed = Run.gdvarWith(line, "set", "-", "$.gold", "2");
    assertThat(changed.out().getBytes(java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo(base64.toByteArray(List.of(VariantDictionary.of("gold", 2))));
  }

  @Test
  void keepsDialectThatLaterValuesShow() throws IOException {
    SaveFormat old = SaveFormat.of(Dialect.GODOT_3);
    VariantDictionary last = VariantDictionary.of("list", VariantArray.of(1, 2));
    old.write(save, List.of(Variant.of("x".repeat(70_000)), last));
    assertThat(set("$", "\"changed\"", "--value", "0").code()).isZero();
    assertThat(save).hasBinaryContent(old.toByteArray(List.of(Variant.of("changed"), last)));
  }

  @Test
  void keepsBytesOfOtherValues() throws IOException {
    Path old = Files.copy(Path.of("../../examples/godot3.save"), folder.resolve("old"));
    Run run = Run.gdvar("check", old.toString());
    assertThat(run.out()).contains("1 with padding that is not zero");
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(Variant.of("abc"), PLAYER));
    byte[] bytes = Files.readAllBytes(save);
    bytes[15] = 0x55;
    Files.write(save, bytes);
    assertThat(set("$.gold", "1", "--value", "1").code()).isZero();
    assertThat(Files.readAllBytes(save)[15]).isEqualTo((byte) 0x55);
  }

  @Test
  void writesNothingWhenEncodingFails() {
    assertThat(set("$", "1", "--value", "7", "-o", "-"))
        .isEqualTo(Run.badData("%s has no value 7; it has 1 value, numbered from 0", save));
    assertThat(set("$.home", "\"a::b\""))
        .isEqualTo(
            rejection(
                "$.home has to be NodePath but is none: empty subname at 2 in NodePath a::b"));
    assertThat(set("$.gold", "1", "--value", "-1").code()).isEqualTo(2);
    assertThat(Run.gdvar("set", "nowhere", "$", "oops").code()).isEqualTo(2);
  }

  @Test
  void writesObjectsWithOption() {
    assertThat(set("$.gold", "Object(Node,\"name\":\"x\")", "--retype").err())
        .isEqualTo("gdvar: " + save + ": a full object, which is written only with --objects, $\n");
  }

  @Test
  void processesDeepestValue() throws InterruptedException {
    Variant deep = Variant.of(1.5);
    for (int i = 0; i < 1024; i++) {
      deep = i % 2 == 0 ? VariantArray.of(deep) : VariantDictionary.of("a", deep);
    }
    Variant old = deep;
    List<Variant> fitted = new ArrayList<>();
    Thread thread =
        new Thread(
            null,
            () -> fitted.add(new TypePreserver(VariantPath.ROOT, Dialect.GODOT_4).fit(old, old)),
            "as large as the first thread's",
            1 << 20);
    thread.start();
    thread.join();
    assertThat(fitted).containsExactly(old);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e999", "-1e999", "[1, 1e999]", "Vector2(0, .5e999)", "{\"a \\\" b\": 1e999}"})
  void rejectsNumbersThatOverflow(String value) {
    Run run = Run.gdvar("set", save.toString(), "$.gold", value, "--retype");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("gdvar: VALUE: a number too large for a float: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "-inf", "1e308", "\"1e999\"", "\"\\\" 1e999\"", "{\"1e999\": 1}"})
  void acceptsInfinityAndDigitsInStrings(String value) {
    Run run = Run.gdvar("set", save.toString(), "$.gold", value, "--retype");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"get %s %s", "set %s %s 4", "remove %s %s", "record %s --path %s"})
  void rejectsEmptyPath(String command) {
    Run run = Run.gdvar(words(command, save, ""));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("is empty; the path of the whole value is '$'");
  }

  @ParameterizedTest
  @CsvSource({
    "../../examples/godot3.save, $.version, godot-4, godot-3",
    "../../examples/player-update.bin, $.hp, godot-3, godot-4"
  })
  void namesDialectThatReadsTheFile(String file, String path, String given, String other) {
    for (String command : List.of("set", "get", "remove")) {
      List<String> args = new ArrayList<>(List.of(command, file, path, "--dialect", given));
      if (command.equals("set")) {
        args.add("4");
      }
      if (!command.equals("get")) {
        args.addAll(List.of("-o", folder.resolve("out").toString()));
      }
      Run run = Run.gdvar(args.toArray(String[]::new));
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).endsWith("; --dialect may be wrong: " + other + " reads the file\n");
    }
    String cut = "../../examples/player-update-cut.bin";
    assertThat(Run.gdvar("get", cut, "$.hp", "--dialect", "godot-3").err())
        .doesNotContain("--dialect");
  }

  /** The engine keeps the last of several equal keys, and a file can contain all of them. */
  @Test
  void reportsDroppedUnreadableData() throws IOException {
    byte[] one = VariantCodec.GODOT_4.encode(VariantDictionary.of("gold", 5));
    byte[] two = Arrays.copyOf(one, one.length + one.length - 8);
    System.arraycopy(one, 8, two, one.length, one.length - 8);
    two[4] = 2;
    two[two.length - 4] = 7;
    Path file = Files.write(folder.resolve("twice"), two);
    Run run = Run.gdvar("set", file.toString(), "$.gold", "8");
    assertThat(run.code()).isZero();
    assertThat(run.out()).isEqualTo("~ $.gold  int 7 → int 8\n");
    assertThat(run.err())
        .startsWith("gdvar: " + file + ": value 0 contained data that engines do not read, ");
    assertThat(Run.gdvar("set", file.toString(), "$.gold", "9").err()).isEmpty();
  }
}
