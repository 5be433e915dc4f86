package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedTextException;
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
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the plain form of each type, reported losses and typed values. */
@SuppressWarnings("CheckReturnValue") // the tests check the cost or the exception
class PlainJsonTest {
  private static final PlainJson JSON = PlainJson.DEFAULT;
  private static final Vector3 V3 = new Vector3(1, 2, 3);
  private static final Vector4 V4 = new Vector4(1, 2, 3, 4);
  private static final String X3 = "{'x':1.0,'y':2.0,'z':3.0}";
  private static final String X4 = "{'x':1.0,'y':2.0,'z':3.0,'w':4.0}";

  private static final List<Arguments> FORMS =
      List.of(
          form(Variant.NIL, "null"),
          form(Variant.of(true), "true"),
          form(IntValue.of(Long.MIN_VALUE), "-9223372036854775808"),
          form(FloatValue.of(0.1), "0.1"),
          form(FloatValue.of((double) 0.1f), "0.10000000149011612"),
          form(FloatValue.of(-0.0), "-0.0"),
          form(FloatValue.of(1e300), "1.0E300"),
          form(FloatValue.of(Double.NaN), "'NaN'"),
          form(FloatValue.of(Double.NEGATIVE_INFINITY), "'-Infinity'"),
          form(StringValue.of("a\"\n"), "'a\\'\\n'"),
          form(StringName.of("n"), "'n'"),
          form(NodePath.parse("/a/b:c"), "'/a/b:c'"),
          form(new Vector2(0.1f, Double.POSITIVE_INFINITY), "{'x':0.1,'y':'Infinity'}"),
          form(new Vector2i(1, -2), "{'x':1,'y':-2}"),
          form(
              new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
              "{'position':{'x':1.0,'y':2.0},'size':{'x':3.0,'y':4.0}}"),
          form(
              new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
              "{'position':{'x':1,'y':2},'size':{'x':3,'y':4}}"),
          form(V3, X3),
          form(new Vector3i(1, 2, 3), "{'x':1,'y':2,'z':3}"),
          form(
              new Transform2D(new Vector2(1, 2), new Vector2(3, 4), new Vector2(5, 6)),
              "{'x':{'x':1.0,'y':2.0},'y':{'x':3.0,'y':4.0},'origin':{'x':5.0,'y':6.0}}"),
          form(V4, X4),
          form(new Vector4i(1, 2, 3, 4), "{'x':1,'y':2,'z':3,'w':4}"),
          form(new Plane(V3, 4), "{'normal':" + X3 + ",'d':4.0}"),
          form(new Quaternion(1, 2, 3, 4), X4),
          form(new AABB(V3, V3), "{'position':" + X3 + ",'size':" + X3 + "}"),
          form(new Basis(V3, V3, V3), "{'x':" + X3 + ",'y':" + X3 + ",'z':" + X3 + "}"),
          form(
              new Transform3D(new Basis(V3, V3, V3), V3),
              "{'basis':{'x':" + X3 + ",'y':" + X3 + ",'z':" + X3 + "},'origin':" + X3 + "}"),
          form(
              new Projection(V4, V4, V4, V4),
              "{'x':" + X4 + ",'y':" + X4 + ",'z':" + X4 + ",'w':" + X4 + "}"),
          form(new Color(1, 0.1f, 0, 0.5f), "{'r':1.0,'g':0.1,'b':0.0,'a':0.5}"),
          form(new RID(7), "{'id':7}"),
          form(new ObjectIdValue(-7), "{'id':-7}"),
          form(
              new ObjectValue("Node", List.of(new ObjectValue.Property("hp", IntValue.of(1)))),
              "{'class':'Node','properties':{'hp':1}}"),
          form(ResourceReference.file("res://icon.svg"), "'Resource(\\\"res://icon.svg\\\")'"),
          form(
              new ResourceReference(ResourceReference.Kind.EXTERNAL, List.of(IntValue.of(1))),
              "'ExtResource(1)'"),
          form(
              VariantArray.of(
                  new ResourceReference(ResourceReference.Kind.INTERNAL, List.of(IntValue.of(2)))),
              "['SubResource(2)']"),
          form(
              VariantDictionary.of(
                  new ResourceReference(ResourceReference.Kind.INTERNAL, List.of(IntValue.of(2))),
                  1),
              "{'SubResource(2)':1}"),
          form(
              new ObjectValue(
                  "Node",
                  List.of(
                      new ObjectValue.Property(
                          "icon",
                          new ResourceReference(
                              ResourceReference.Kind.INTERNAL, List.of(IntValue.of(2)))))),
              "{'class':'Node','properties':{'icon':'SubResource(2)'}}"),
          form(CallableValue.EMPTY, "null"),
          form(new Signal("hit", 3), "{'name':'hit','object':{'id':3}}"),
          form(
              VariantDictionary.of("a", 1, 2, true, new Vector2(1, 2), VariantArray.of(1.5)),
              "{'a':1,'2':true,'Vector2(1, 2)':[1.5]}"),
          form(VariantDictionary.of(VariantArray.of(1), null), "{'[\\'i:1\\']':null}"),
          form(VariantArray.of(1, VariantArray.EMPTY, VariantDictionary.EMPTY), "[1,[],{}]"),
          form(PackedByteArray.of((byte) 1, (byte) -1), "'Af8='"),
          form(PackedByteArray.of(), "''"),
          form(PackedInt32Array.of(1, -2), "[1,-2]"),
          form(PackedInt64Array.of(1L << 60), "[1152921504606846976]"),
          form(PackedFloat32Array.of(0.1f, Float.NaN), "[0.1,'NaN']"),
          form(PackedFloat64Array.of(0.1, 0.1f), "[0.1,0.10000000149011612]"),
          form(PackedStringArray.of("a", ""), "['a','']"),
          form(PackedVector2Array.of(1, 2), "[{'x':1.0,'y':2.0}]"),
          form(PackedVector3Array.unsafeWrap(new double[] {1, 2, 3}), "[" + X3 + "]"),
          form(PackedColorArray.of(1, 0, 0, 1), "[{'r':1.0,'g':0.0,'b':0.0,'a':1.0}]"),
          form(PackedVector4Array.of(1, 2, 3, 4), "[" + X4 + "]"));

  private static Arguments form(Variant value, String text) {
    return Arguments.of(value, text.replace('\'', '"').replace("\\\"", "\\\""));
  }

  static List<Arguments> forms() {
    return FORMS;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void writesPlainFormOfEachType(Variant value, String text) throws IOException {
    assertThat(JSON.write(value)).isEqualTo(text);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JSON.write(value, bytes);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  void coversEveryType() {
    Set<VariantType> types = EnumSet.noneOf(VariantType.class);
    FORMS.forEach(form -> types.add(((Variant) Objects.requireNonNull(form.get()[0])).type()));
    assertThat(types).containsExactlyInAnyOrder(VariantType.values());
  }

  @Test
  void writesLargeIntsAsStringsOnRequest() {
    PlainJson json = JSON.largeIntsAsStrings();
    assertThat(json.write(VariantArray.of(1L << 53, (1L << 53) + 1, -(1L << 53) - 1)))
        .isEqualTo("[9007199254740992,\"9007199254740993\",\"-9007199254740993\"]");
    assertThat(json.write(new RID(Long.MIN_VALUE))).isEqualTo("{\"id\":\"-9223372036854775808\"}");
  }

  @Test
  void writesIndentedLines() {
    String text = JSON.indented().write(VariantDictionary.of("a", 1, "b", VariantArray.of(1, 2)));
    assertThat(text.replace("\r\n", "\n")).isEqualTo("{\n  \"a\" : 1,\n  \"b\" : [ 1, 2 ]\n}");
    assertThat(JSON.read(text)).isEqualTo(JSON.read("{\"a\":1,\"b\":[1,2]}"));
  }

  @Test
  void rejectsKeysWithEqualText() {
    Variant value =
        VariantArray.of(VariantDictionary.of("x", VariantDictionary.of(1, "a", "1", "b")));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> JSON.write(value))
        .withMessage("two keys have the same text, $[0].x[\"1\"]".replace("[\"1\"]", ".1"));
    Variant object =
        new ObjectValue(
            "Node",
            List.of(
                new ObjectValue.Property("a", Variant.NIL),
                new ObjectValue.Property("a", Variant.NIL)));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> JSON.write(object))
        .withMessage("two keys have the same text, $.properties.a");
    Variant halves = VariantDictionary.of("\uD800", 1, "\uD801", 2);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> JSON.write(halves));
  }

  @Test
  void rejectsNamedResourceInsideKey() {
    Variant key = VariantArray.of(1, ResourceReference.file("res://icon.svg"));
    Variant value =
        VariantArray.of(VariantDictionary.of("x", VariantDictionary.of("a", 1, key, 2)));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> JSON.write(value))
        .withMessage(
            "this JSON has no form for a resource that is only named, in the key of pair 1,"
                + " $[0].x");
  }

  @Test
  void readsOrdinaryJson() {
    assertThat(
            JSON.read(
                " {\"a\": [1, -0, 9223372036854775807, 9223372036854775808.0, 1.0, 1e2, true,"
                    + " null], \"\": {}, \"\\u00e9\": \"\\ud83d\\ude00\"} "))
        .isEqualTo(
            VariantDictionary.of(
                "a",
                VariantArray.of(1, 0, Long.MAX_VALUE, 0x1p63, 1.0, 100.0, true, null),
                "",
                VariantDictionary.EMPTY,
                "é",
                "😀"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1,'b':{'c':1,'c':2}}|name twice|1|19|$.b.c",
        "[1, 1e999]|a number too large for a float|1|5|$[1]",
        "{'a':9223372036854775808}|an integer that 64 bits do not hold|1|6|$.a",
        "[-9223372036854775809]|an integer that 64 bits do not hold|1|2|$[0]",
        "[1 2]|Unexpected character|1|4|$[1]",
        "[1,]|Unexpected character|1|4|$[1]",
        "{'a b':[|the text ends before the value does|1|9|$['a b'][0]",
        "[1] 2|more after the value|1|5|$",
        "[NaN]|Non-standard token 'NaN'|1|5|$[0]",
        "[01]|Invalid numeric value|1|3|$[0]",
        "/**/1|Unexpected character|1|1|$",
        "``|the text ends before the value does|1|1|$"
      })
  void rejectsMalformedTextWithPosition(
      String text, String problem, int line, int column, String path) {
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.read(text.replace('\'', '"')))
        .satisfies(
            e -> {
              assertThat(e.problem()).startsWith(problem);
              assertThat(e.line() + ":" + e.column() + " " + e.path())
                  .isEqualTo(line + ":" + column + " " + path.replace('\'', '"'));
            });
  }

  /** All output is JSON, and values of JSON types are read unchanged. */
  @Test
  void readsWrittenJson() throws IOException {
    int written = 0;
    int rejected = 0;
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_3)) {
      RandomVariants random = RandomVariants.withObjects(dialect, 5, ObjectMode.FULL);
      for (int i = 0; i < 2000; i++) {
        Variant value = random.next();
        String text;
        try {
          text = JSON.write(value);
        } catch (InexpressibleVariantException e) {
          rejected++;
          assertThat(e.problem()).isEqualTo("two keys have the same text");
          continue;
        }
        written++;
        Variant read = JSON.read(text);
        assertThat(JSON.read(JSON.write(read))).isEqualTo(read);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JSON.write(value, bytes);
        assertThat(JSON.read(new ByteArrayInputStream(bytes.toByteArray()))).isEqualTo(read);
      }
    }
    assertThat(written).isGreaterThan(3500);
    assertThat(rejected).isPositive();
  }

  static Stream<Vectors.Golden> vectors() {
    return Stream.of("4.6", "4.6-double", "3.6", "3.2")
        .flatMap(engine -> Vectors.golden(engine).stream());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void writesGoldenVectors(Vectors.Golden vector) {
    try {
      JSON.read(JSON.write(vector.value()));
    } catch (VariantException e) {
      assertThat(e.problem()).isEqualTo("two keys have the same text");
    }
  }

  /** The result is the same on JDKs whose {@code Double.toString} prints more digits. */
  @Test
  void writesFewestDigits() {
    Variant value = VariantArray.of(2e23, 2e-3, 1e21, 4.9e-324, new Vector2(2e16f, 1e-8f));
    assertThat(PlainJson.DEFAULT.write(value))
        .isEqualTo("[2.0E23,0.002,1.0E21,4.9E-324,{\"x\":2.0E16,\"y\":1.0E-8}]");
    assertThat(NativeJson.GODOT_4.write(VariantArray.of(2e23))).isEqualTo("[\"f:2.0E23\"]");
  }

  @Test
  void convertsWrittenValuesToTheirTypes() {
    Variant[] values = {
      new Vector2(1, 0.5),
      new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
      new Color(0, 0.5f, 1, Float.POSITIVE_INFINITY),
      NodePath.parse("../A:b"),
      StringName.of("n"),
      new Signal("done", 7),
      new ObjectIdValue(8),
      CallableValue.EMPTY,
      PackedByteArray.of((byte) -1),
      PackedInt64Array.of(Long.MIN_VALUE),
      PackedVector3Array.of(new Vector3(1, 2, 3))
    };
    for (Variant value : values) {
      Variant plain = PlainJson.DEFAULT.read(PlainJson.DEFAULT.write(value));
      assertThat(PlainJson.typed(value.type(), plain)).isEqualTo(value);
      assertThat(PlainJson.typed(value.type(), value)).isSameAs(value);
    }
    assertThatThrownBy(
            () -> PlainJson.typed(VariantType.VECTOR2, PlainJson.DEFAULT.read("{\"x\":1}")))
        .hasMessage("no \"y\" for Vector2, $");
    assertThatThrownBy(
            () -> PlainJson.typed(VariantType.RID, PlainJson.DEFAULT.read("{\"id\":1.5}")))
        .hasMessage("wanted int but found float, $.id");
  }
}
