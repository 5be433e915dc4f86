package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.values.TypePreserver;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetCommandTest {
  private static final VariantDictionary PLAYER =
      VariantDictionary.of(
          "gold", 100,
          "speed", 1.5,
          "state", StringName.of("idle"),
          "home", NodePath.parse("World/House"),
          "scores", VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT)));

  @TempDir Path folder;
  private Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(PLAYER));
  }

  private Run set(String... more) {
    String[] args = new String[more.length + 2];
    args[0] = "set";
    args[1] = save.toString();
    System.arraycopy(more, 0, args, 2, more.length);
    return Run.gdvar(args);
  }

  private VariantDictionary saved() throws IOException {
    try (SaveFile file = SaveFile.open(save)) {
      return file.values().get(0).asDictionary();
    }
  }

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
  void convertsToOldType() throws IOException {
    assertThat(set("$.speed", "2").out()).isEqualTo("~ $.speed  float 1.5 → float 2.0\n");
    assertThat(set("$.state", "\"run\"").out())
        .isEqualTo("~ $.state  StringName &\"idle\" → StringName &\"run\"\n");
    assertThat(set("$.home", "\"World/Hut\"").out())
        .isEqualTo("~ $.home  NodePath \"World/House\" → NodePath \"World/Hut\"\n");
    assertThat(saved().get("home")).isEqualTo(NodePath.parse("World/Hut"));
  }

  /** Returns the result of {@code set} for a value of another type. */
  private Run rejection(String what) {
    return new Run(
        1, "", "gdvar: " + save + ": " + what + "; --retype writes the value unchanged\n");
  }

  @Test
  void rejectsOtherTypes() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThat(set("$.gold", "[1, 2]")).isEqualTo(rejection("$.gold has to be int but is Array"));
    assertThat(set("$.gold", "2.5")).isEqualTo(rejection("$.gold has to be int but is float"));
    assertThat(set("$.gold", "\"7\"")).isEqualTo(rejection("$.gold has to be int but is String"));
    assertThat(set("$.gold", "null")).isEqualTo(rejection("$.gold has to be int but is Nil"));
    assertThat(set("$.state", "1")).isEqualTo(rejection("$.state has to be StringName but is int"));
    assertThat(set("$", "1")).isEqualTo(rejection("$ has to be Dictionary but is int"));
    assertThat(set("$.speed", "9007199254740993"))
        .isEqualTo(
            rejection(
                "$.speed has to be float but is int 9007199254740993, which no float is exactly"));
    assertThat(set("$.speed", "9223372036854775807").code()).isEqualTo(1);
    assertThat(save).hasBinaryContent(before);
  }

  @Test
  void writesOtherTypesWithOption() throws IOException {
    assertThat(set("--retype", "$.gold", "[1, 2]").out())
        .isEqualTo("~ $.gold  int 100 → Array, 2 elements\n");
    assertThat(set("--retype", "$.speed", "2").out()).isEqualTo("~ $.speed  float 1.5 → int 2\n");
    assertThat(set("--retype", "$.state", "\"run\"").code()).isZero();
    assertThat(saved().get("state")).isEqualTo(Variant.of("run"));
    assertThat(set("--retype", "$.scores", "[\"a\"]").out())
        .isEqualTo("~ $.scores  Array[int], 2 elements → Array, 1 element\n");
    assertThat(set("--retype", "$.golt", "1").code()).isEqualTo(1);
    assertThat(set("--retype", "$.speed", "Vector2(1, 2)").code()).isZero();
    assertThat(set("--retype", "$.speed.x", "1e300"))
        .isEqualTo(
            new Run(
                1, "", "gdvar: " + save + ": $.speed.x has 32 bits, and 1e+300 is beyond them\n"));
    assertThat(set("--retype", "$.speed.x", "inf").code()).isZero();
  }

  @Test
  void acceptsAnyTypeForNil() throws IOException {
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(VariantDictionary.of("guild", Variant.NIL)));
    assertThat(set("$.guild", "\"Owls\"").out())
        .isEqualTo("~ $.guild  Nil null → String \"Owls\"\n");
  }

  @Test
  void convertsNewElementsToDeclaredTypes() throws IOException {
    VariantDictionary prices =
        VariantDictionary.of(StringName.of("sword"), 2.5)
            .withTypes(ElementType.of(VariantType.STRING_NAME), ElementType.of(VariantType.FLOAT));
    VariantDictionary shop =
        VariantDictionary.of(
            "prices", prices,
            "rates", VariantArray.of(0.5).withElementType(ElementType.of(VariantType.FLOAT)),
            "stock", VariantArray.of(VariantDictionary.of("name", "sword", "weight", 1.5)));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(shop));
    assertThat(set("$.rates", "[1, 2.5]").code()).isZero();
    assertThat(set("$.prices", "{\"rope\": 9}").code()).isZero();
    assertThat(set("--add", "$.prices.boat", "300").code()).isZero();
    assertThat(set("--add", "$.rates[2]", "7").code()).isZero();
    assertThat(set("$.stock[0]", "{\"name\": \"rope\", \"weight\": 2}").code()).isZero();
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of(
                "prices",
                VariantDictionary.of(StringName.of("rope"), 9.0, StringName.of("boat"), 300.0)
                    .withTypes(prices.keyType(), prices.valueType()),
                "rates",
                VariantArray.of(1.0, 2.5, 7.0).withElementType(ElementType.of(VariantType.FLOAT)),
                "stock",
                VariantArray.of(VariantDictionary.of("name", "rope", "weight", 2.0))));
    assertThat(set("$.rates", "[1, true, \"x\"]"))
        .isEqualTo(
            rejection(
                "$.rates[1] has to be float but is bool, $.rates[2] has to be float but is"
                    + " String"));
    assertThat(set("$.rates", "Array[int]([1])"))
        .isEqualTo(rejection("$.rates has to be Array[float] but is Array[int]"));
    assertThat(set("$.prices", "{1: 2}"))
        .isEqualTo(rejection("$.prices[1] has to be StringName as a key but is int"));
  }

  @Test
  void convertsArrayToPackedArray() throws IOException {
    VariantDictionary packed =
        VariantDictionary.of(
            "bytes", PackedByteArray.of((byte) 1),
            "kills", PackedInt32Array.of(1, 2),
            "times", PackedFloat32Array.of(1.5f),
            "names", PackedStringArray.of("a"),
            "route", PackedVector2Array.of(1, 2));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(packed));
    assertThat(set("$.bytes", "[255, 0]").code()).isZero();
    assertThat(set("$.kills", "[7]").code()).isZero();
    assertThat(set("$.times", "[7, 0.5]").code()).isZero();
    assertThat(set("$.names", "[\"b\", \"c\"]").code()).isZero();
    assertThat(set("$.route", "[Vector2(3, 4), Vector2(5, 6)]").code()).isZero();
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of(
                "bytes", PackedByteArray.of((byte) 255, (byte) 0),
                "kills", PackedInt32Array.of(7),
                "times", PackedFloat32Array.of(7, 0.5f),
                "names", PackedStringArray.of("b", "c"),
                "route", PackedVector2Array.of(3, 4, 5, 6)));
    assertThat(set("$.bytes", "[256]"))
        .isEqualTo(rejection("$.bytes[0] has to be int from 0 to 255 but is 256"));
    assertThat(set("$.kills", "[1, 2.5, 2147483648]"))
        .isEqualTo(
            rejection(
                "$.kills[1] has to be int but is float, $.kills[2] has to be int from -2147483648"
                    + " to 2147483647 but is 2147483648"));
    assertThat(set("$.times", "[0.1, 16777217, 1e39]"))
        .isEqualTo(
            rejection(
                "$.times[1] has to be float of 32 bits but is 16777217, which none is, $.times[2]"
                    + " has to be float of 32 bits but is 1e+39, which none is"));
    assertThat(set("$.names", "[1, 2, 3, 4, 5]").err()).contains("$.names[2] ", ", and 2 more; ");
  }

  @Test
  void keepsNumbersOf32Bits() throws IOException {
    VariantDictionary narrow =
        VariantDictionary.of(
            "at",
            new Vector2(1, 2),
            "tint",
            new Color(1, 1, 1, 1),
            "times",
            PackedFloat32Array.of(1));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(narrow));
    for (String path : List.of("$.at.x", "$.tint.a", "$.times[0]")) {
      String start = path + " has to be float of 32 bits but is ";
      assertThat(set(path, "16777217")).isEqualTo(rejection(start + "16777217, which none is"));
      assertThat(set(path, "1e39")).isEqualTo(rejection(start + "1e+39, which none is"));
      assertThat(set(path, "9007199254740993"))
          .isEqualTo(
              rejection(
                  path
                      + " has to be float but is int 9007199254740993, which no float is exactly"));
      assertThat(set(path, "16777216").code()).isZero();
      assertThat(set(path, "inf").code()).isZero();
      assertThat(set(path, "0.1").code()).isZero();
    }
    assertThat(set("$.times[1]", "16777217", "--add").err()).contains("which none is");
    SaveFormat.of(Dialect.GODOT_4)
        .write(save, List.of(VariantDictionary.of("exact", PackedFloat64Array.of(1))));
    assertThat(set("$.exact[1]", "9007199254740993", "--add"))
        .isEqualTo(
            rejection(
                "$.exact[1] has to be float but is int 9007199254740993, which no float is"
                    + " exactly"));
    assertThat(set("$.exact[1]", "9007199254740994", "--add").code()).isZero();
    assertThat(saved().get("exact")).isEqualTo(PackedFloat64Array.of(1, 9007199254740994.0));
    Dialect precise = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    SaveFormat.of(precise).write(save, List.of(narrow.with("at", new Vector2(0.1, 2))));
    assertThat(set("$.at.x", "16777217").code()).isZero();
    assertThat(saved().get("at")).isEqualTo(new Vector2(16777217, 2));
  }

  /** Without full objects, one class would be written for all objects. */
  @Test
  void keepsClassesOfOtherValues() throws IOException {
    VariantArray nodes = VariantArray.EMPTY.withElementType(ElementType.ofClass("Node"));
    SaveFormat.of(Dialect.GODOT_4)
        .withObjects(ObjectMode.FULL)
        .write(save, List.of(VariantDictionary.of("gold", 1, "nodes", nodes)));
    byte[] before = Files.readAllBytes(save);
    String problem = "a container of Node, which is written only with --objects, $.nodes\n";
    String start = "gdvar: " + save + ": ";
    assertThat(set("$.gold", "2")).isEqualTo(new Run(1, "", start + problem));
    assertThat(Run.gdvar("remove", save.toString(), "$.gold"))
        .isEqualTo(new Run(1, "", start + problem));
    Run converted =
        Run.gdvar("convert", save.toString(), "--to", "godot-4", "-o", folder + "/converted");
    assertThat(converted).isEqualTo(new Run(1, "", start + "value 0: " + problem));
    assertThat(folder.resolve("converted")).doesNotExist();
    assertThat(save).hasBinaryContent(before);
    assertThat(set("$.gold", "2", "--objects").code()).isZero();
    SaveOptions objects = SaveOptions.DEFAULT.withObjects(ObjectMode.FULL);
    try (SaveFile file = SaveFile.open(save, objects)) {
      assertThat(file.values()).containsExactly(VariantDictionary.of("gold", 2, "nodes", nodes));
    }
  }

  @Test
  void keepsTypesOfKeys() throws IOException {
    VariantDictionary ratings =
        VariantDictionary.of(1.0, "p")
            .withTypes(ElementType.of(VariantType.FLOAT), ElementType.of(VariantType.STRING));
    SaveFormat.of(Dialect.GODOT_4)
        .write(
            save,
            List.of(
                VariantDictionary.of(
                    "kills", VariantDictionary.of(1, 5, 2, 7), "ratings", ratings)));
    assertThat(set("$.kills", "{\"1\": 5, 2: 7}"))
        .isEqualTo(rejection("$.kills.1 has to be int as a key but is String"));
    assertThat(set("--add", "$.kills[\"1\"]", "9").err()).contains("has to be int as a key");
    assertThat(set("$.kills", "{3: 5, 2: 7}").code()).isZero();
    assertThat(set("$.ratings", "{1: \"p\", 1.0: \"q\"}"))
        .isEqualTo(rejection("$.ratings has keys that are one as float"));
    assertThat(set("$.ratings", "{2: \"p\"}").code()).isZero();
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of(
                "kills",
                VariantDictionary.of(3, 5, 2, 7),
                "ratings",
                VariantDictionary.of(2.0, "p").withTypes(ratings.keyType(), ratings.valueType())));
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
    assertThat(set("$.scores[3]", "1", "--add").err())
        .isEqualTo(start + "$.scores[3] in $.scores, which has 2 elements\n");
    assertThat(set("$.player.gold", "1").err())
        .startsWith(start + "$.player in $, which has ")
        .doesNotContain("--add");
    assertThat(save).hasBinaryContent(before);
  }

  @Test
  void readsComponentsAndElements() throws IOException {
    VariantDictionary player =
        VariantDictionary.of(
            "position", new Vector2(1.5, 2),
            "cell", new Vector2i(3, 4),
            "kills", PackedInt32Array.of(1, 2));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(player));
    assertThat(set("$.position.x", "2").out())
        .isEqualTo("~ $.position  Vector2 (1.5, 2) → Vector2 (2, 2)\n");
    assertThat(set("$.kills[1]", "7").code()).isZero();
    assertThat(set("$.cell.y", "-5").code()).isZero();
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of(
                "position", new Vector2(2, 2),
                "cell", new Vector2i(3, -5),
                "kills", PackedInt32Array.of(1, 7)));
    assertThat(set("$.cell.x", "0.5").err())
        .isEqualTo("gdvar: " + save + ": x has to be int but is 0.5, $.cell.x\n");
    assertThat(set("$.position.z", "1").err())
        .isEqualTo(
            "gdvar: " + save + ": there is no $.position.z in $.position, Vector2 has x, y\n");
    assertThat(set("$.kills[2]", "1").err())
        .isEqualTo(
            "gdvar: "
                + save
                + ": there is no $.kills[2] in $.kills, PackedInt32Array has 2 elements;"
                + " --add adds it\n");
  }

  @Test
  void printsNothingForEqualValues() {
    assertThat(set("$.gold", "100")).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void keepsFileWhenValueDoesNotFit() throws IOException {
    byte[] before = Files.readAllBytes(save);
    assertThat(set("$.gold.amount", "1"))
        .isEqualTo(
            new Run(
                1, "", "gdvar: " + save + ": there is no $.gold.amount in $.gold, it is int\n"));
    assertThat(set("$.scores[0]", "\"x\""))
        .isEqualTo(
            new Run(
                1, "", "gdvar: " + save + ": element has to be int but is String, $.scores[0]\n"));
    assertThat(set("$.gold", "Bob").code()).isEqualTo(2);
    assertThat(set("$.gold", "Bob").err()).contains("VALUE: ", "'\"…\"'");
    assertThat(set("--retype", "$.gold", "Resource(\"res://a\")").code()).isEqualTo(1);
    assertThat(set("$.gold[", "1").code()).isEqualTo(2);
    assertThat(set("$.gold", "1", "--value", "1").err())
        .isEqualTo("gdvar: " + save + " has no value 1\n");
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
    Surroundings password =
        new Surroundings(Map.of("GDVAR_PASSWORD", "it"), Optional.of(""), Optional.empty());
    Run run = Run.gdvarIn(password, new byte[0], "set", save.toString(), "$.gold", "7");
    assertThat(run).isEqualTo(new Run(0, "~ $.gold  int 100 → int 7\n", ""));
    try (SaveFile file = SaveFile.open(save, SaveOptions.password("it"))) {
      assertThat(file.values()).containsExactly(PLAYER.with("gold", 7));
    }
  }

  @Test
  void writesStandardInputToStandardOutput() throws IOException {
    Run run =
        Run.gdvarWith(
            "Ag==".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "set", "-", "$", "1");
    assertThat(run.code()).isEqualTo(1);
    SaveFormat base64 =
        SaveFormat.of(Dialect.GODOT_4).withFraming(io.github.godotvariant.save.Framing.BASE64);
    byte[] line = base64.toByteArray(List.of(VariantDictionary.of("gold", 1)));
    Run changed = Run.gdvarWith(line, "set", "-", "$.gold", "2");
    assertThat(changed.out().getBytes(java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo(base64.toByteArray(List.of(VariantDictionary.of("gold", 2))));
  }

  @Test
  void keeps64BitComponents() throws IOException {
    Dialect wide = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    VariantDictionary precise = VariantDictionary.of("v", new Vector2(0.1, 0.2), "x", 1);
    SaveFormat.of(wide).write(save, List.of(precise, precise));
    assertThat(set("$.x", "2", "--value", "1").code()).isZero();
    assertThat(set("$.v", "Vector2(0.1, 0.3)", "--value", "1").code()).isZero();
    try (SaveFile file = SaveFile.open(save)) {
      assertThat(file.values())
          .containsExactly(precise, VariantDictionary.of("v", new Vector2(0.1, 0.3), "x", 2));
    }
  }

  @Test
  void keeps64BitComponentsThatFit32Bits() throws IOException {
    SaveFormat wide = SaveFormat.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    VariantDictionary origin = VariantDictionary.of("v", new Vector2(0, 0), "x", 1);
    wide.write(save, List.of(origin));
    assertThat(Run.gdvar("check", save.toString()).out())
        .endsWith(": sound, store_var, godot-4 (double precision), 1 value\n");
    assertThat(set("$.x", "2").code()).isZero();
    assertThat(save).hasBinaryContent(wide.toByteArray(List.of(origin.with("x", 2))));
    assertThat(set("$.v", "Vector2(0.1, 0)").code()).isZero();
    assertThat(save)
        .hasBinaryContent(
            wide.toByteArray(List.of(origin.with("x", 2).with("v", new Vector2(0.1, 0)))));
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
  void keepsDeclaredTypes() throws IOException {
    assertThat(set("$.scores", "[3]").out())
        .isEqualTo("~ $.scores[0]  int 1 → int 3\n- $.scores[1]  int 2\n");
    assertThat(saved().getArray("scores").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(set("$.scores", "[\"a\"]"))
        .isEqualTo(rejection("$.scores[0] has to be int but is String"));
  }

  @Test
  void writesNothingWhenEncodingFails() {
    assertThat(set("$", "1", "--value", "7", "-o", "-"))
        .isEqualTo(new Run(1, "", "gdvar: " + save + " has no value 7\n"));
    assertThat(set("$.home", "\"a::b\""))
        .isEqualTo(
            rejection(
                "$.home has to be NodePath but is none: empty subname at 2 in NodePath a::b"));
    assertThat(set("$.gold", "1", "--value", "-1").code()).isEqualTo(2);
    assertThat(Run.gdvar("set", "nowhere", "$", "oops").code()).isEqualTo(2);
  }

  @Test
  void printsTypesOfDialect() throws IOException {
    Files.copy(
        Path.of("../../examples/godot3.save"),
        save,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(set("$.kills", "[1, 2]").out())
        .isEqualTo(
            "~ $.kills  PoolIntArray, 3 elements: 12, 0, 3 → PoolIntArray, 2 elements: 1, 2\n");
    assertThat(set("$.home", "1")).isEqualTo(rejection("$.home has to be Transform but is int"));
    assertThat(set("$.facing", "1").err()).contains("has to be Quat but is int");
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
  @ValueSource(
      strings = {"get FILE PATH", "set FILE PATH 4", "remove FILE PATH", "record FILE --path PATH"})
  void rejectsEmptyPath(String command) {
    String[] args =
        Stream.of(command.split(" "))
            .map(word -> word.equals("FILE") ? save.toString() : word.equals("PATH") ? "" : word)
            .toArray(String[]::new);
    Run run = Run.gdvar(args);
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
