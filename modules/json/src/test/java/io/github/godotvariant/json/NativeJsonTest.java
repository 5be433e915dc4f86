package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the text of each value, exact round trips and components of 64 bits. */
class NativeJsonTest {
  private static final NativeJson JSON = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  /** Godot 4.6.3 wrote each text, except for values that the engine does not keep. */
  private static final List<Arguments> FORMS =
      List.of(
          form(Variant.NIL, "null"),
          form(BoolValue.of(true), "true"),
          form(IntValue.of(5), "'i:5'"),
          form(IntValue.of(Long.MIN_VALUE), "'i:-9223372036854775808'"),
          form(FloatValue.of(1.5), "'f:1.5'"),
          form(FloatValue.of(Double.POSITIVE_INFINITY), "'f:inf'"),
          form(FloatValue.of(Double.NEGATIVE_INFINITY), "'f:-inf'"),
          form(FloatValue.of(Double.NaN), "'f:nan'"),
          form(StringValue.of("abc"), "'s:abc'"),
          form(StringValue.of("s:\n"), "'s:s:\\n'"),
          form(StringName.of("nm"), "'sn:nm'"),
          form(NodePath.parse("/root/x:y:z"), "'np:/root/x:y:z'"),
          form(VariantArray.of(1, "a", null), "['i:1','s:a',null]"),
          form(VariantArray.EMPTY, "[]"),
          form(VariantDictionary.EMPTY, "{'type':'Dictionary','args':[]}"),
          form(
              VariantDictionary.of("a", 1).withTypes(of(VariantType.STRING), of(VariantType.INT)),
              "{'type':'Dictionary','key_type':'String','value_type':'int','args':['s:a','i:1']}"),
          form(
              VariantArray.of(1).withElementType(of(VariantType.INT)),
              "{'type':'Array','elem_type':'int','args':['i:1']}"),
          form(
              VariantArray.EMPTY.withElementType(ElementType.ofClass("Node")),
              "{'type':'Array','elem_type':'Node','args':[]}"),
          form(
              VariantArray.EMPTY.withElementType(ElementType.ofScript("res://a.gd")),
              "{'type':'Array','elem_type':'res://a.gd','args':[]}"),
          form(new Vector2(1.5, 0.1f), "{'type':'Vector2','args':[1.5,0.10000000149011612]}"),
          form(new Vector2i(1, -2), "{'type':'Vector2i','args':[1,-2]}"),
          form(
              new Color(1, 0.5f, 0, -0.0f),
              "{'type':'Color','args':[1.0,0.5,0.0,-0.0]}"), // the engine writes 0.0
          form(new RID(0), "{'type':'RID'}"),
          form(new Signal("", 0), "{'type':'Signal'}"),
          form(CallableValue.EMPTY, "{'type':'Callable'}"),
          form(
              PackedByteArray.of((byte) 1, (byte) 255),
              "{'type':'PackedByteArray','args':[1,255]}"),
          form(PackedStringArray.of("a", "i:1"), "{'type':'PackedStringArray','args':['a','i:1']}"),
          form(
              PackedVector2Array.of(1, 2, 3, 4),
              "{'type':'PackedVector2Array','args':[1.0,2.0,3.0,4.0]}"),
          form(
              new ObjectValue(
                  "Resource",
                  List.of(
                      new ObjectValue.Property("resource_name", StringValue.of("")),
                      new ObjectValue.Property("script", Variant.NIL))),
              "{'type':'Resource','props':['resource_name','s:','script',null]}"),
          // The engine does not keep the following values.
          form(FloatValue.of(-0.0), "'f:-0.0'"),
          form(FloatValue.of(Double.MIN_VALUE), "'f:4.9E-324'"),
          form(FloatValue.of(0.30000000000000004), "'f:0.30000000000000004'"),
          form(FloatValue.of(-1e300), "'f:-1.0E300'"),
          form(nan(0x7FF8000000000001L), "'f:-0e400 7ff8000000000001'"),
          form(nan(0xFFF8000000000000L), "'f:0e400'"),
          form(
              new Vector2(Double.NaN, Double.NEGATIVE_INFINITY),
              "{'type':'Vector2','args':[-0e400,-1e400]}"),
          form(
              new Vector2(Double.longBitsToDouble(0xFFF8000000000001L), 0),
              "{'type':'Vector2','args':['0e400 fff8000000000001',0.0]}"),
          form(
              PackedFloat32Array.of(1, Float.intBitsToFloat(0x7F800001)),
              "{'type':'PackedFloat32Array','args':[1.0,'-0e400 7ff0000020000000']}"),
          form(
              PackedFloat64Array.of(Double.MAX_VALUE, -Double.MIN_VALUE),
              "{'type':'PackedFloat64Array','args':[1.7976931348623157E308,-4.9E-324]}"),
          form(
              PackedInt64Array.of(1L << 53, (1L << 53) + 1, Long.MIN_VALUE),
              "{'type':'PackedInt64Array',"
                  + "'args':[9007199254740992,'9007199254740993','-9223372036854775808']}"),
          form(new RID(-7), "{'type':'RID','id':'-7'}"),
          form(new Signal("hit", 3), "{'type':'Signal','name':'hit','object_id':'3'}"),
          form(
              new ObjectIdValue(-5),
              "{'type':'EncodedObjectAsID','id':'-5','props':['object_id','i:-5']}"),
          form(
              new NodePath(List.of("a/b"), List.of(), false),
              "{'type':'NodePath','names':['a/b'],'subnames':[],'absolute':false}"),
          form(
              VariantArray.EMPTY.withElementType(ElementType.ofClass("int")),
              "{'type':'Array','elem_type':'int','elem_kind':'class','args':[]}"),
          form(
              VariantArray.EMPTY.withElementType(of(VariantType.OBJECT)),
              "{'type':'Array','elem_type':'Object','elem_kind':'builtin','args':[]}"),
          form(
              VariantDictionary.EMPTY.withTypes(
                  ElementType.ofScript("user://a.gd"), ElementType.UNTYPED),
              "{'type':'Dictionary','key_type':'user://a.gd','key_kind':'script','args':[]}"),
          form(StringValue.of("\uD83D!"), "'s:\\ud83d!'"));

  private static final Pattern COMPONENT = Pattern.compile("[\\[,]\"?(-?[0-9][0-9.eE+-]*)");

  /** Components of 64 bits; with the precision of such an engine also those that 32 bits hold. */
  @ParameterizedTest
  @CsvSource({"SINGLE, false", "DOUBLE, false", "DOUBLE, true"})
  void writesDigitsThatDoubleEnginesReadExactly(RealPrecision precision, boolean narrow) {
    SplittableRandom random = new SplittableRandom(5);
    NativeJson json = JSON.withRealPrecision(precision);
    int misread = 0;
    for (int i = 0; i < 5000; i++) {
      double[] c = random.doubles(4, -1000, 1000).map(x -> narrow ? (float) x : x).toArray();
      Variant value =
          i % 2 == 0 ? new Vector4(c[0], c[1], c[2], c[3]) : PackedVector4Array.unsafeWrap(c);
      String text = json.write(value);
      assertThat(json.read(text)).isEqualTo(value);
      Matcher components = COMPONENT.matcher(text);
      for (double component : c) {
        assertThat(components.find()).as(text).isTrue();
        double read = EngineDecimals.read(components.group(1));
        misread += read == component ? 0 : 1;
        assertThat(Math.abs(read - component)).isLessThanOrEqualTo(Math.ulp(component));
      }
    }
    System.out.printf("%s engine: %d of 20000 components are misread%n", precision, misread);
    assertThat(misread).isLessThan(300);
  }

  @Test
  void keepsColorsOf64Bits() {
    Color color = new Color(0.1, 1e300, Math.PI, Double.longBitsToDouble(0x7ff8000000000001L));
    for (Variant value : List.of(color, PackedColorArray.of(color, new Color(0, 0.5, 1, 1)))) {
      assertThat(JSON.read(JSON.write(value))).isEqualTo(value);
    }
  }

  /** Colors have 32 bits in every engine. */
  @Test
  void writesFewestDigitsForComponentsOf32Bits() {
    for (RealPrecision precision : RealPrecision.values()) {
      assertThat(JSON.withRealPrecision(precision).write(new Color(0.1f, 0, 0.25f, 1)))
          .isEqualTo("{\"type\":\"Color\",\"args\":[0.10000000149011612,0.0,0.25,1.0]}");
    }
  }

  private static Arguments form(Variant value, String text) {
    return Arguments.of(value, text.replace('\'', '"'));
  }

  private static ElementType of(VariantType type) {
    return ElementType.of(type);
  }

  private static FloatValue nan(long bits) {
    return FloatValue.of(Double.longBitsToDouble(bits));
  }

  static List<Arguments> forms() {
    return FORMS;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void writesAndReads(Variant value, String text) throws IOException {
    assertThat(JSON.write(value)).isEqualTo(text);
    assertThat(JSON.read(text)).isEqualTo(value);
    assertThat(JSON.read(new StringReader(text))).isEqualTo(value);
    assertThat(JSON.read(utf8(text))).isEqualTo(value);
    assertThat(JSON.read(JSON.indented().write(value))).isEqualTo(value);
    StringWriter characters = new StringWriter();
    JSON.write(value, characters);
    assertThat(characters).hasToString(text);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JSON.write(value, bytes);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(text);
  }

  private static InputStream utf8(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static Stream<Vectors.Golden> vectors() {
    return Stream.of("4.6", "4.6-double", "3.6", "3.2")
        .flatMap(engine -> Vectors.golden(engine).stream());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void readsBackGoldenVectors(Vectors.Golden vector) throws IOException {
    assertRoundTrips(vector.value());
    assertRoundTrips(vector.decoded());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void readsBackRandomValues(long seed) throws IOException {
    for (Dialect dialect :
        List.of(
            Dialect.GODOT_4,
            Dialect.GODOT_3,
            Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))) {
      RandomVariants random = RandomVariants.withObjects(dialect, seed, ObjectMode.FULL);
      for (int i = 0; i < 1000; i++) {
        assertRoundTrips(random.next());
      }
    }
  }

  private static void assertRoundTrips(Variant value) throws IOException {
    String text = JSON.write(value);
    assertThat(JSON.read(text)).as(text).isEqualTo(value);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JSON.write(value, bytes);
    assertThat(JSON.read(new ByteArrayInputStream(bytes.toByteArray()))).as(text).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("withReferences")
  void rejectsNamedResource(Variant value, String path) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> JSON.write(value))
        .withMessage("this JSON has no form for a resource that is only named, " + path);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> NativeJson.GODOT_4.write(value, new StringWriter()));
  }

  static List<Arguments> withReferences() {
    Variant icon = ResourceReference.file("res://icon.svg");
    return List.of(
        Arguments.of(icon, "$"),
        Arguments.of(VariantArray.of(1, VariantArray.of(icon)), "$[1][0]"),
        Arguments.of(VariantDictionary.of("a", 1, icon, 2), "$.args[2]"),
        Arguments.of(VariantDictionary.of("a", 1, "b", icon), "$.args[3]"),
        Arguments.of(
            new ObjectValue(
                "Node",
                List.of(
                    new ObjectValue.Property("hp", IntValue.of(1)),
                    new ObjectValue.Property("icon", icon))),
            "$.props[3]"));
  }
}
