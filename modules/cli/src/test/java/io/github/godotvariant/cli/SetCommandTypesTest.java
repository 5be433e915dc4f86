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
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks which types {@code gdvar set} keeps, converts and rejects. */
class SetCommandTypesTest extends PlayerSave {
  private static final ElementType FLOAT = ElementType.of(VariantType.FLOAT);
  private static final String TOO_PRECISE =
      " has to be float but is int 9007199254740993, which no float is exactly";

  @Test
  void convertsToOldType() throws IOException {
    assertThat(set("$.speed", "2").out()).isEqualTo("~ $.speed  float 1.5 → float 2.0\n");
    assertThat(set("$.state", "\"run\"").out())
        .isEqualTo("~ $.state  StringName &\"idle\" → StringName &\"run\"\n");
    assertThat(set("$.home", "\"World/Hut\"").out())
        .isEqualTo("~ $.home  NodePath \"World/House\" → NodePath \"World/Hut\"\n");
    assertThat(saved().get("home")).isEqualTo(NodePath.parse("World/Hut"));
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
    assertThat(set("$.speed", "9007199254740993")).isEqualTo(rejection("$.speed" + TOO_PRECISE));
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
        .isEqualTo(Run.badData("%s: $.speed.x has 32 bits, and 1e+300 is beyond them", save));
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
            .withTypes(ElementType.of(VariantType.STRING_NAME), FLOAT);
    VariantDictionary shop =
        VariantDictionary.of(
            "prices", prices,
            "rates", VariantArray.of(0.5).withElementType(FLOAT),
            "stock", VariantArray.of(VariantDictionary.of("name", "sword", "weight", 1.5)));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(shop));
    assertThat(set("$.rates", "[1, 2.5]").code()).isZero();
    assertThat(set("$.prices", "{\"rope\": 9}").code()).isZero();
    assertThat(set("--add", "$.prices.boat", "300").code()).isZero();
    assertThat(set("--add", "$.rates[2]", "7").code()).isZero();
    assertThat(set("$.stock[0]", "{\"name\": \"rope\", \"weight\": 2}").code()).isZero();
    VariantDictionary newPrices =
        VariantDictionary.of(StringName.of("rope"), 9.0, StringName.of("boat"), 300.0)
            .withTypes(prices.keyType(), prices.valueType());
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of(
                "prices", newPrices,
                "rates", VariantArray.of(1.0, 2.5, 7.0).withElementType(FLOAT),
                "stock", VariantArray.of(VariantDictionary.of("name", "rope", "weight", 2.0))));
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
            "at", new Vector2(1, 2),
            "tint", new Color(1, 1, 1, 1),
            "times", PackedFloat32Array.of(1));
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(narrow));
    for (String path : List.of("$.at.x", "$.tint.a", "$.times[0]")) {
      String start = path + " has to be float of 32 bits but is ";
      assertThat(set(path, "16777217")).isEqualTo(rejection(start + "16777217, which none is"));
      assertThat(set(path, "1e39")).isEqualTo(rejection(start + "1e+39, which none is"));
      assertThat(set(path, "9007199254740993")).isEqualTo(rejection(path + TOO_PRECISE));
      assertThat(set(path, "16777216").code()).isZero();
      assertThat(set(path, "inf").code()).isZero();
      assertThat(set(path, "0.1").code()).isZero();
    }
    assertThat(set("$.times[1]", "16777217", "--add").err()).contains("which none is");
    SaveFormat.of(Dialect.GODOT_4)
        .write(save, List.of(VariantDictionary.of("exact", PackedFloat64Array.of(1))));
    assertThat(set("$.exact[1]", "9007199254740993", "--add"))
        .isEqualTo(rejection("$.exact[1]" + TOO_PRECISE));
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
        VariantDictionary.of(1.0, "p").withTypes(FLOAT, ElementType.of(VariantType.STRING));
    VariantDictionary kills = VariantDictionary.of(1, 5, 2, 7);
    SaveFormat.of(Dialect.GODOT_4)
        .write(save, List.of(VariantDictionary.of("kills", kills, "ratings", ratings)));
    assertThat(set("$.kills", "{\"1\": 5, 2: 7}"))
        .isEqualTo(rejection("$.kills.1 has to be int as a key but is String"));
    assertThat(set("--add", "$.kills[\"1\"]", "9").err()).contains("has to be int as a key");
    assertThat(set("$.kills", "{3: 5, 2: 7}").code()).isZero();
    assertThat(set("$.ratings", "{1: \"p\", 1.0: \"q\"}"))
        .isEqualTo(rejection("$.ratings has keys that are one as float"));
    assertThat(set("$.ratings", "{2: \"p\"}").code()).isZero();
    VariantDictionary newRatings =
        VariantDictionary.of(2.0, "p").withTypes(ratings.keyType(), ratings.valueType());
    assertThat(saved())
        .isEqualTo(
            VariantDictionary.of("kills", VariantDictionary.of(3, 5, 2, 7))
                .with("ratings", newRatings));
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
  void keepsDeclaredTypes() throws IOException {
    assertThat(set("$.scores", "[3]").out())
        .isEqualTo("~ $.scores[0]  int 1 → int 3\n- $.scores[1]  int 2\n");
    assertThat(saved().getArray("scores").elementType()).isEqualTo(ElementType.of(VariantType.INT));
    assertThat(set("$.scores", "[\"a\"]"))
        .isEqualTo(rejection("$.scores[0] has to be int but is String"));
  }

  @Test
  void printsTypesOfDialect() throws IOException {
    Files.write(save, Files.readAllBytes(Path.of("../../examples/godot3.save")));
    assertThat(set("$.kills", "[1, 2]").out())
        .isEqualTo(
            "~ $.kills  PoolIntArray, 3 elements: 12, 0, 3 → PoolIntArray, 2 elements: 1, 2\n");
    assertThat(set("$.home", "1")).isEqualTo(rejection("$.home has to be Transform but is int"));
    assertThat(set("$.facing", "1").err()).contains("has to be Quat but is int");
  }
}
