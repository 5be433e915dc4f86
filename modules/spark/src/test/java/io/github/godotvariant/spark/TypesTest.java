package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each type with each schema in {@code docs/reference/type-mapping.md}. */
class TypesTest {
  private static final String V2 = "STRUCT<x: FLOAT, y: FLOAT>";
  private static final String V3 = "STRUCT<x: FLOAT, y: FLOAT, z: FLOAT>";
  private static final String V4 = "STRUCT<x: FLOAT, y: FLOAT, z: FLOAT, w: FLOAT>";
  private static final Vector3 A = new Vector3(1, 2, 3);
  private static final Vector3 B = new Vector3(4, 5, 6);
  private static final Vector3 C = new Vector3(7, 8, 9);
  private static final Vector4 D = new Vector4(1, 2, 3, 4);
  private static final Color RED = new Color(1, 0, 0, 0.5f);

  /** A value, the requested type, and the expected to_json of the result; null for no result. */
  private record Case(Variant value, String schema, @Nullable String answer) {}

  private static Case of(@Nullable Object value, String schema, @Nullable String answer) {
    return new Case(Variant.of(value), schema, answer);
  }

  private static final List<Case> CASES =
      List.of(
          of(null, "STRING", null),
          of(null, "VOID", null),
          of(true, "BOOLEAN", "true"),
          of(true, "INT", null),
          of(200, "BIGINT", "200"),
          of(200, "INT", "200"),
          of(200, "SMALLINT", "200"),
          of(200, "TINYINT", null),
          of(-200, "TINYINT", null),
          of(1L << 40, "INT", null),
          of(200, "DOUBLE", "200.0"),
          of(200, "FLOAT", null),
          of(200, "DECIMAL(5,2)", "200.00"),
          of(2000, "DECIMAL(5,2)", null),
          of(200, "STRING", "\"200\""),
          of(1.5, "DOUBLE", "1.5"),
          of(0.1, "FLOAT", "0.1"),
          of(2.0, "BIGINT", null),
          of(1.5, "DECIMAL(5,2)", null),
          of("text", "STRING", "\"text\""),
          of("text", "BINARY", null),
          of("12", "BIGINT", null),
          of(new Vector2(1, 2), V2, "{\"x\":1.0,\"y\":2.0}"),
          of(new Vector2(1, 2), "STRUCT<y: DOUBLE, q: INT>", "{\"y\":2.0}"),
          of(new Vector2(1, 2), "STRUCT<Y: VARIANT, x: STRING>", "{\"Y\":2.0,\"x\":\"1.0\"}"),
          of(new Vector2(1, 2), "STRUCT<x: INT>", "{}"),
          of(new Vector2(1, 2), "ARRAY<FLOAT>", "[1.0,2.0]"),
          of(new Vector2(1, 2), "STRING", "\"Vector2(1, 2)\""),
          of(new Vector2(1, 2), "VARIANT", "{\"x\":1.0,\"y\":2.0}"),
          of(new Vector2i(1, 2), "STRUCT<x: INT, y: INT>", "{\"x\":1,\"y\":2}"),
          of(new Vector2i(1, 2), "ARRAY<INT>", "[1,2]"),
          of(
              new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
              "STRUCT<position: " + V2 + ", size: STRUCT<y: FLOAT>>",
              "{\"position\":{\"x\":1.0,\"y\":2.0},\"size\":{\"y\":4.0}}"),
          of(
              new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
              "STRUCT<position: VARIANT, size: ARRAY<FLOAT>>",
              "{\"position\":{\"x\":1.0,\"y\":2.0},\"size\":[3.0,4.0]}"),
          of(
              new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
              "STRUCT<size: STRUCT<x: INT, y: INT>>",
              "{\"size\":{\"x\":3,\"y\":4}}"),
          of(A, V3, "{\"x\":1.0,\"y\":2.0,\"z\":3.0}"),
          of(A, "ARRAY<DOUBLE>", "[1.0,2.0,3.0]"),
          of(new Vector3i(1, 2, 3), "STRUCT<x: INT, z: BIGINT>", "{\"x\":1,\"z\":3}"),
          of(
              new Transform2D(new Vector2(1, 2), new Vector2(3, 4), new Vector2(5, 6)),
              "STRUCT<origin: " + V2 + ", x: " + V2 + ">",
              "{\"origin\":{\"x\":5.0,\"y\":6.0},\"x\":{\"x\":1.0,\"y\":2.0}}"),
          of(D, V4, "{\"x\":1.0,\"y\":2.0,\"z\":3.0,\"w\":4.0}"),
          of(new Vector4i(1, 2, 3, 4), "STRUCT<w: INT>", "{\"w\":4}"),
          of(
              new Plane(A, 4),
              "STRUCT<normal: " + V3 + ", d: FLOAT>",
              "{\"normal\":{\"x\":1.0,\"y\":2.0,\"z\":3.0},\"d\":4.0}"),
          of(new Plane(A, 4), "ARRAY<FLOAT>", null),
          of(new Quaternion(1, 2, 3, 4), V4, "{\"x\":1.0,\"y\":2.0,\"z\":3.0,\"w\":4.0}"),
          of(new Quaternion(1, 2, 3, 4), "ARRAY<FLOAT>", "[1.0,2.0,3.0,4.0]"),
          of(new AABB(A, B), "STRUCT<size: STRUCT<y: FLOAT>>", "{\"size\":{\"y\":5.0}}"),
          of(new Basis(A, B, C), "STRUCT<z: STRUCT<x: FLOAT>>", "{\"z\":{\"x\":7.0}}"),
          of(
              new Transform3D(new Basis(A, B, C), new Vector3(10, 11, 12)),
              "STRUCT<basis: STRUCT<y: STRUCT<z: FLOAT>>, origin: STRUCT<x: FLOAT>>",
              "{\"basis\":{\"y\":{\"z\":6.0}},\"origin\":{\"x\":10.0}}"),
          of(
              new Projection(D, D, D, new Vector4(5, 6, 7, 8)),
              "STRUCT<w: " + V4 + ">",
              "{\"w\":{\"x\":5.0,\"y\":6.0,\"z\":7.0,\"w\":8.0}}"),
          of(
              RED,
              "STRUCT<r: FLOAT, g: FLOAT, b: FLOAT, a: FLOAT>",
              "{\"r\":1.0,\"g\":0.0,\"b\":0.0,\"a\":0.5}"),
          of(RED, "ARRAY<FLOAT>", null),
          of(RED, "STRING", "\"Color(1, 0, 0, 0.5)\""),
          of(StringName.of("name"), "STRING", "\"name\""),
          of(NodePath.parse("/root/A:b"), "STRING", "\"/root/A:b\""),
          of(new RID(-1), "STRUCT<id: BIGINT>", "{\"id\":-1}"),
          of(new ObjectIdValue(77), "STRUCT<id: BIGINT>", "{\"id\":77}"),
          of(
              new ObjectValue("Node", List.of(new ObjectValue.Property("hp", Variant.of(5)))),
              "STRUCT<class: STRING, properties: STRUCT<hp: INT>>",
              "{\"class\":\"Node\",\"properties\":{\"hp\":5}}"),
          of(CallableValue.EMPTY, "STRING", null),
          of(
              new Signal("hit", 5),
              "STRUCT<name: STRING, object: STRUCT<id: BIGINT>>",
              "{\"name\":\"hit\",\"object\":{\"id\":5}}"),
          of(
              VariantDictionary.of("a", 1, 2, "b", "n", null),
              "STRUCT<A: BIGINT, `2`: STRING, n: INT, no: INT>",
              "{\"A\":1,\"2\":\"b\"}"),
          of(VariantDictionary.of("a", 1, "b", 2), "MAP<STRING, INT>", "{\"a\":1,\"b\":2}"),
          of(VariantDictionary.of(1, 2), "MAP<BIGINT, INT>", "{\"1\":2}"),
          of(VariantDictionary.of("1", 2), "MAP<BIGINT, INT>", null),
          of(VariantDictionary.of("1", 2, 1, 3), "MAP<STRING, INT>", null),
          of(VariantDictionary.of("1", 2, 1, 3), "STRUCT<`1`: INT>", "{}"),
          of(VariantDictionary.of("1", 2, 1, 3), "VARIANT", null),
          of(VariantArray.of(1, null, "x"), "ARRAY<INT>", "[1,null,null]"),
          of(VariantArray.of(1, null, "x"), "ARRAY<VARIANT>", "[1,null,\"x\"]"),
          of(VariantArray.of(1), "STRUCT<a: INT>", null),
          of(PackedByteArray.of((byte) 1), "BINARY", "\"AQ==\""),
          of(PackedByteArray.of((byte) 1), "ARRAY<TINYINT>", null),
          of(PackedInt32Array.of(1, -2), "ARRAY<INT>", "[1,-2]"),
          of(PackedInt32Array.of(1, -2), "ARRAY<BIGINT>", "[1,-2]"),
          of(PackedInt64Array.of(1L << 40), "ARRAY<BIGINT>", "[1099511627776]"),
          of(PackedFloat32Array.of(0.5f), "ARRAY<FLOAT>", "[0.5]"),
          of(PackedFloat32Array.of(0.5f), "ARRAY<DOUBLE>", "[0.5]"),
          of(PackedFloat64Array.of(0.1), "ARRAY<DOUBLE>", "[0.1]"),
          of(PackedStringArray.of("a"), "ARRAY<STRING>", "[\"a\"]"),
          of(
              PackedVector2Array.of(new Vector2(1, 2)),
              "ARRAY<" + V2 + ">",
              "[{\"x\":1.0,\"y\":2.0}]"),
          of(PackedVector3Array.of(A), "ARRAY<ARRAY<FLOAT>>", "[[1.0,2.0,3.0]]"),
          of(PackedColorArray.of(RED), "ARRAY<STRUCT<a: FLOAT>>", "[{\"a\":0.5}]"),
          of(PackedVector4Array.of(D), "ARRAY<STRUCT<w: FLOAT>>", "[{\"w\":4.0}]"));

  private static final VariantCodec CODEC = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);

  private static String toJson(Case each, String argument) {
    // Spark's to_json accepts only a struct, map, array or variant.
    return "to_json(named_struct('v', from_godot_variant("
        + argument
        + ", '"
        + each.schema()
        + "', map('objects', 'full'))))";
  }

  private static String answer(Case each) {
    return each.answer() == null ? "{}" : "{\"v\":" + each.answer() + "}";
  }

  @Test
  void coversEveryType() {
    Set<VariantType> tried =
        CASES.stream()
            .map(each -> each.value().type())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(VariantType.class)));
    assertThat(tried).containsExactlyInAnyOrder(VariantType.values());
  }

  @Test
  void convertsEachTypeBySchemaOfConstants() {
    List<String> columns = new ArrayList<>();
    for (Case each : CASES) {
      columns.add(toJson(each, "X'" + HexFormat.of().formatHex(CODEC.encode(each.value())) + "'"));
    }
    assertAnswers(Session.row("SELECT " + String.join(", ", columns)));
  }

  @Test
  void convertsEachTypeBySchemaOfColumns() {
    Session.bytes(CASES.stream().map(each -> CODEC.encode(each.value())).toList());
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < CASES.size(); i++) {
      columns.add("max(CASE WHEN id = " + i + " THEN " + toJson(CASES.get(i), "value") + " END)");
    }
    assertAnswers(Session.row("SELECT " + String.join(", ", columns) + " FROM bytes"));
  }

  private static void assertAnswers(Row row) {
    for (int i = 0; i < CASES.size(); i++) {
      assertThat(row.get(i)).as("%s", CASES.get(i)).isEqualTo(answer(CASES.get(i)));
    }
  }
}
