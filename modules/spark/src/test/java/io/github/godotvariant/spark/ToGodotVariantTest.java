package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.util.HexFormat;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;

class ToGodotVariantTest {
  private static Variant of(String expression) {
    byte[] constant = Session.row("SELECT to_godot_variant(" + expression + ")").getAs(0);
    Object generated = Session.of(new byte[] {1}, "to_godot_variant(" + expression + ")");
    assertThat(generated).isEqualTo(constant);
    return VariantCodec.GODOT_4.decode(constant);
  }

  @Test
  void writesSimpleValues() {
    assertThat(of("true")).isEqualTo(Variant.of(true));
    assertThat(of("1Y")).isEqualTo(Variant.of(1));
    assertThat(of("1L")).isEqualTo(Variant.of(1));
    assertThat(of("1.5D")).isEqualTo(Variant.of(1.5));
    assertThat(of("1.5BD")).isEqualTo(Variant.of(1.5));
    assertThat(of("CAST(0.1 AS FLOAT)")).isEqualTo(Variant.of((double) 0.1f));
    assertThat(of("'ä'")).isEqualTo(Variant.of("ä"));
    assertThat(of("X'0102'")).isEqualTo(PackedByteArray.of((byte) 1, (byte) 2));
  }

  @Test
  void writesContainers() {
    assertThat(of("named_struct('a', 1, 'b', array(1.5D, NULL), 'c', CAST(NULL AS INT))"))
        .isEqualTo(VariantDictionary.of("a", 1, "b", VariantArray.of(1.5, null), "c", null));
    assertThat(of("map(1, 'a', 2, 'b')")).isEqualTo(VariantDictionary.of(1, "a", 2, "b"));
    assertThat(of("parse_json('{\"b\": [1, 1.5, \"x\", null, true], \"a\": {}}')"))
        .isEqualTo(
            VariantDictionary.of(
                "a", VariantDictionary.EMPTY, "b", VariantArray.of(1, 1.5, "x", null, true)));
  }

  @Test
  void writesNumericColumns() {
    byte[] bytes = (byte[]) Session.of(new byte[] {1}, "to_godot_variant(id)");
    assertThat(VariantCodec.GODOT_4.decode(bytes)).isEqualTo(Variant.of(0));
  }

  @Test
  void writesGodotTypesByPath() {
    assertThat(
            of(
                "from_json('{\"pos\": {\"y\": 2, \"x\": 1, \"z\": 3}, \"tint\": {\"r\": 1, \"g\":"
                    + " 0, \"b\": 0, \"a\": 1}, \"state\": \"run\", \"at\": {\"way\": \"A:b\","
                    + " \"n\": 3}, \"cell\": [4, 5], \"tags\": [\"x\"], \"path\": [{\"x\": 1,"
                    + " \"y\": 2}], \"all\": [{\"p\": {\"x\": 1, \"y\": 2}}]}',"
                    + " 'pos STRUCT<x: FLOAT, y: FLOAT, z: DOUBLE>, tint STRUCT<r: FLOAT, g:"
                    + " FLOAT, b: FLOAT, a: FLOAT>, state STRING, at STRUCT<way: STRING, n: INT>,"
                    + " cell ARRAY<INT>, tags ARRAY<STRING>, path ARRAY<STRUCT<x: FLOAT, y:"
                    + " FLOAT>>, all ARRAY<STRUCT<p: STRUCT<x: INT, y: INT>>>'), map('types',"
                    + " 'pos Vector3, tint Color, STATE StringName, at.way NodePath, at.n float,"
                    + " cell Vector2i, tags PackedStringArray, path PackedVector2Array,"
                    + " all.p Vector2')"))
        .isEqualTo(
            VariantDictionary.of("pos", new Vector3(1, 2, 3), "tint", new Color(1, 0, 0, 1))
                .with("state", StringName.of("run"))
                .with("at", VariantDictionary.of("way", NodePath.parse("A:b"), "n", 3.0))
                .with("cell", new Vector2i(4, 5))
                .with("tags", PackedStringArray.of("x"))
                .with("path", PackedVector2Array.of(new Vector2(1, 2)))
                .with("all", VariantArray.of(VariantDictionary.of("p", new Vector2(1, 2)))));
  }

  @Test
  void writesChosenDialect() {
    byte[] bytes = Session.row("SELECT to_godot_variant('x', map('dialect', 'godot-3'))").getAs(0);
    assertThat(bytes).isEqualTo(VariantCodec.GODOT_3.encode(Variant.of("x")));
  }

  @Test
  void failsForInexpressibleValuesUnlessPermissive() {
    String date = "to_variant_object(named_struct('a', DATE'2026-01-01'))";
    assertThatThrownBy(() -> of(date))
        .isInstanceOf(SparkException.class)
        .hasRootCauseInstanceOf(InexpressibleVariantException.class)
        .hasMessageContaining("Godot has no type for DATE");
    String permissive = "SELECT to_godot_variant(" + date + ", map('mode', 'PERMISSIVE'))";
    assertThat(Session.row(permissive).get(0)).isNull();
  }

  @Test
  void rejectsVectorWithoutComponent() {
    assertThatThrownBy(() -> of("named_struct('c', array(1, 2, 3)), map('types', 'c Vector2i')"))
        .hasRootCauseInstanceOf(InexpressibleVariantException.class)
        .hasMessageContaining("c does not have the numbers of a Vector2i");
  }

  @Test
  void returnsSchemaOfSample() {
    byte[] sample =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of(
                "id", 1, "pos", new Vector2(1, 2), "tags", VariantArray.of("a", "b")));
    String hex = "X'" + HexFormat.of().formatHex(sample) + "'";
    assertThat(Session.row("SELECT schema_of_godot_variant(" + hex + ")").get(0))
        .isEqualTo("STRUCT<id: BIGINT, pos: STRUCT<x: FLOAT, y: FLOAT>, tags: ARRAY<STRING>>");
    assertThat(
            Session.of(
                sample, "from_godot_variant(value, schema_of_godot_variant(" + hex + ")).pos.y"))
        .isEqualTo(2f);
  }

  @Test
  void printsEngineText() {
    assertThat(
            Session.of(
                VariantCodec.GODOT_4.encode(VariantArray.of(StringName.of("a"), new Vector2(1, 2))),
                "godot_variant_text(value)"))
        .isEqualTo("[&\"a\", Vector2(1, 2)]");
  }
}
