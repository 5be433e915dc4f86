package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.StringName;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantTextTest {
  @Test
  void comparesDictionaryKeysByKeyRule() {
    VariantDictionary twins =
        VariantDictionary.builder()
            .keyRule(KeyRule.GODOT_3)
            .put(VariantDictionary.of("a", 1), 1)
            .put(VariantDictionary.of("a", 1), 2)
            .build();
    String text = VariantText.GODOT_4.print(twins);
    assertThat(VariantText.GODOT_4.withKeyRule(KeyRule.GODOT_3).parse(text)).isEqualTo(twins);
    assertThat(VariantText.GODOT_4.parse(text))
        .isEqualTo(VariantDictionary.of(VariantDictionary.of("a", 1), 2));
    assertThat(VariantText.GODOT_3.parse(VariantText.GODOT_3.print(twins))).isEqualTo(twins);
  }

  private static final int LARGE = 200_000;

  /** The second column is the text that Godot 4.6 prints for the first. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "5|5",
        "-0|0",
        "00012|12",
        "9223372036854775807|9223372036854775807",
        "-9223372036854775808|-9223372036854775808",
        "0000000000000000000000017|17",
        "1e5|100000.0",
        "1E5|100000.0",
        "1.|1.0",
        "1e400|inf",
        "1e-400|0.0",
        "-inf|inf_neg",
        "inf_neg|inf_neg",
        "nil|null",
        "[1,]|[1]",
        "[1;a comment]|`[1]`",
        "{\"a\":1,}|{\"a\": 1}",
        "Vector2 ( 1 , 2 )|Vector2(1, 2)",
        "Vector2(inf,-inf)|Vector2(inf, inf_neg)",
        "Vector2i(1.9,-1.9)|Vector2i(1, -1)",
        "[#f00]|[Color(1, 0, 0, 1)]",
        "[#ff000080]|[Color(1, 0, 0, 0.5019608)]",
        "[#f008]|[Color(1, 0, 0, 0.53333336)]",
        "Quat(0,0,0,1)|Quaternion(0, 0, 0, 1)",
        "Rect3(1,2,3,4,5,6)|AABB(1, 2, 3, 4, 5, 6)",
        "Matrix32(1,2,3,4,5,6)|Transform2D(1, 2, 3, 4, 5, 6)",
        "Basis(1,2,3,4,5,6,7,8,9)|Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)",
        "Transform(1,2,3,4,5,6,7,8,9,10,11,12)"
            + "|Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
        "PoolIntArray( 1, 2 )|PackedInt32Array(1, 2)",
        "PackedByteArray(\"AQI=\")|PackedByteArray(1, 2)",
        "PackedStringArray(\"a\",)|PackedStringArray(\"a\")",
        "@\"x\"|&\"x\"",
        "NodePath(\"/a//b/:c\")|NodePath(\"/a/b:c\")",
        "RID(5.7)|RID(5)",
        "Array[int]([1])|Array[int]([1])",
        "Array[Variant]([1])|[1]",
        "Array[Resource]([])|Array[Resource]([])",
        "Array[Resource(\"uid://a\",\"res://b.gd\")]([])|Array[Resource(\"res://b.gd\")]([])",
        "Dictionary[int,String]({})|Dictionary[int, String]({})",
        "\"\\u0041\\U000042\\a\\n\"|`\"ABa\n\"`",
        "\"\\ud83d\\ude00\"|\"😀\"",
        "\"\\u0000\"|\"\uFFFD\"",
        "ExtResource( 1 )|ExtResource(1)",
        "SubResource(\"a_1\")|SubResource(\"a_1\")",
      })
  void readsTextLikeGodot4(String text, String printed) {
    String source = text.replace(";a comment", ";a comment\n");
    assertThat(VariantText.GODOT_4.parse(source).toString().replace("{\n", "{").replace("\n}", "}"))
        .isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "; comment",
        ".5",
        "+5",
        "-",
        "--5",
        "-nan",
        "1e",
        "1e+",
        "#f0 ",
        "[#]",
        "[,]",
        "[1,,2]",
        "[1 2]",
        "[",
        "{a:1}",
        "{\"a\"=1}",
        "{\"a\"}",
        "{",
        "Vector2(1,2,)",
        "Vector2(1)",
        "Vector2()",
        "Vector2(1 2)",
        "Vector2(x,1)",
        "PackedByteArray(1,)",
        "PackedByteArray(256)",
        "PackedByteArray(-1)",
        "PackedByteArray(nan)",
        "PackedByteArray(\"AQI\")",
        "PackedByteArray(\"A Q I =\")",
        "PackedStringArray(\"a\",,)",
        "PackedVector2Array(1,2,3)",
        "^\"x\"",
        "& \"x\"",
        "NodePath(\"a::b\")",
        "NodePath(&\"a\")",
        "Signal(1)",
        "Signal",
        "Callable(",
        "Array()",
        "Dictionary()",
        "True",
        "Color8(1,2,3,4)",
        "Color(1,2,3)",
        "Color(\"red\")",
        "Color(1,2,3,4,5)",
        "// 5",
        "\"abc",
        "'abc'",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\n\"",
        "\"\\ud83d\n\"",
        "\"\\ud83d\\\n\"",
        "\"\\u00g0\"",
        "Object(Node)",
        "Object(",
        "Object(1,)",
        "Object(Node,a:1)",
        "9223372036854775808",
        "-9223372036854775809",
        "92233720368547758080",
        "18446744073709551616",
        "-18446744073709551616",
        "Vector2i(3000000000,0)",
        "Vector2i(1e10,0)",
        "PackedInt64Array(1e30)",
        "PackedInt64Array(9223372036854775808.0)",
        "5 garbage",
        "1 2",
        "\"a\" \"b\"",
        "5\u0000",
        "\"\u0000\"",
        "ExtResource(1.5)",
        "Resource()",
        "Resource(\"a\",\"b\",\"c\")",
        "Array[int]",
        "Array[int]([1]",
        "Array[1]([])",
        "Array[SubResource(\"a\")]([])",
        "Dictionary[int]({})",
        "1_000",
        "0x10"
      })
  void rejectsMalformedTextWithItsPosition(String text) {
    MalformedTextException e =
        catchThrowableOfType(MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
    assertThat(e).isNotNull();
    assertThat(e.line()).isEqualTo(1);
    assertThat(e.column()).isBetween(1L, text.length() + 1L);
    assertThat(e.getMessage()).contains(", at line 1, column ").doesNotContain("\u0000");
    assertThat(e.caretLines().lines()).hasSize(2);
  }

  /** Godot 3 has a lower-case e in numbers, alpha first in colors, and no StringName. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1e5|100000.0",
        "[ #80ff0000 ]|[ Color( 1, 0, 0, 0.501961 ) ]",
        "Vector2( -inf, nan )|Vector2( inf_neg, nan )",
        "-inf.0|inf_neg",
        "-nan.0|nan",
        "PackedInt64Array( 1 )|PoolIntArray( 1 )",
        "PoolByteArray(  )|PoolByteArray(  )",
        "\"\\U00\"|\"U00\"",
        "\"\\ud83d\"|\"\uD83D\"",
        "Resource( \"res://a.tres\")|Resource( \"res://a.tres\")",
        "ExtResource( 1 )|ExtResource( 1 )",
      })
  void readsTextLikeGodot3(String text, String printed) {
    assertThat(VariantText.GODOT_3.print(VariantText.GODOT_3.parse(text))).isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E5",
        "&\"x\"",
        "@\"x\"",
        "Vector2i(1,2)",
        "Array[int]([])",
        "RID()",
        "Quaternion(0,0,0,1)",
        "PackedByteArray(\"AQI=\")",
        "[ , 1 ]",
        "RealArray(1)"
      })
  void rejectsTextLikeGodot3(String text) {
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> VariantText.GODOT_3.parse(text));
  }

  @Test
  void readsObjectsAndResourceReferences() {
    assertThat(VariantText.GODOT_4.parse("Object(Foo,\"a\":1,\"b\":[Object(Bar,)],)"))
        .isEqualTo(
            new ObjectValue(
                "Foo",
                List.of(
                    new ObjectValue.Property("a", Variant.of(1)),
                    new ObjectValue.Property(
                        "b", VariantArray.of(new ObjectValue("Bar", List.of()))))));
    ObjectIdValue id = new ObjectIdValue(-7);
    assertThat(VariantText.GODOT_4.parse(id.toString())).isEqualTo(id);
    ResourceReference file = ResourceReference.file("res://a\"b");
    assertThat(file.toString()).isEqualTo("Resource(\"res://a\\\"b\")");
    assertThat(VariantText.GODOT_4.parse(file.toString())).isEqualTo(file);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> VariantCodec.GODOT_4.encode(VariantArray.of(file)))
        .withMessageStartingWith("a reference to a resource can only be written as text");
    assertThat(VariantDictionary.of(file, 1).getLong("x", 2)).isEqualTo(2);
    assertThat(VariantDictionary.of(file, 1).get(ResourceReference.file("res://a\"b")))
        .isEqualTo(Variant.of(1));
  }

  @Test
  void rejectsValuesThatGodot3CannotExpress() {
    for (Variant value :
        List.of(
            StringName.of("a"),
            VariantArray.EMPTY.withElementType(ElementType.of(VariantType.INT)),
            VariantArray.of(VariantDictionary.of("k", new Vector2i(1, 2))))) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> VariantText.GODOT_3.print(value))
          .withMessageContaining("cannot be written in the text of Godot 3, $");
    }
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                VariantText.GODOT_3.print(VariantDictionary.of("k", List.of(1, StringName.of("")))))
        .withMessage("a StringName cannot be written in the text of Godot 3, $.k[1]");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                VariantText.GODOT_3.print(
                    VariantDictionary.of(
                        "a \"b\"\n\u001b\u202e",
                        VariantDictionary.of(
                            "k".repeat(100), VariantDictionary.of(5, StringName.of("x"))))))
        .withMessageEndingWith(
            ", $[\"a \\\"b\\\"\\n\\u001b\\u202e\"][\"" + "k".repeat(64) + "…\"]{value 0}");
  }

  @Test
  void sortsKeysWithInconsistentOrder() {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < LARGE; i++) {
      pairs.put(PackedByteArray.of((byte) i, (byte) (i >> 8), (byte) (i >> 16)), i);
    }
    // The order of Godot 3 says that each of these keys is smaller than every other.
    assertThat(VariantText.GODOT_3.print(pairs.build())).hasSizeGreaterThan(LARGE);
    VariantDictionary.Builder sawtooth = VariantDictionary.builder();
    for (int i = 0; i < LARGE; i++) {
      sawtooth.put(i % 3 == 0 ? "k" + i : i % 3 == 1 ? (Object) i : StringName.of("k" + i), i);
    }
    assertThat(sawtooth.build().toString()).startsWith("{\n1: 1,\n4: 4,");
  }

  @Test
  void ordersNearlyEqualKeysLikeGodot32() {
    VariantDictionary pairs = VariantDictionary.of(new Vector2(0, 5), 1, new Vector2(9e-6f, 4), 2);
    assertThat(VariantText.GODOT_3.print(pairs)).startsWith("{\nVector2( 0, 5 ): 1,");
    assertThat(VariantText.of(TextNotation.GODOT_3_2).print(pairs))
        .startsWith("{\nVector2( 9e-06, 4 ): 2,");
  }

  @Test
  void returnsItsConfiguration() {
    VariantText text = VariantText.of(TextNotation.GODOT_3_2).withLimits(ReadLimits.NETWORK);
    assertThat(text.notation()).isEqualTo(TextNotation.GODOT_3_2);
    assertThat(text.limits()).isEqualTo(ReadLimits.NETWORK);
    assertThat(text.realPrecision()).isEqualTo(RealPrecision.SINGLE);
    assertThat(text.print(Variant.of(Double.NEGATIVE_INFINITY))).isEqualTo("-inf.0");
  }

  @Test
  void dropsColonAtEndOfNodePath() {
    assertThat(VariantText.GODOT_4.parse("NodePath(\"a/b:\")")).isEqualTo(NodePath.parse("a/b"));
  }
}
