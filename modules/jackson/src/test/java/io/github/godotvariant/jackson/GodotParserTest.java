package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.EncodedInput.join;
import static io.github.godotvariant.jackson.EncodedInput.parser;
import static io.github.godotvariant.jackson.EncodedInput.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.SerializedString;

class GodotParserTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  private static GodotParser at(Object value) {
    GodotParser parser = parser(value);
    parser.nextToken();
    return parser;
  }

  @Test
  void returnsTokens() {
    assertThat(tokens(Variant.NIL)).isEqualTo("null");
    assertThat(tokens(VariantArray.of(true, 1, 2.5, "a", StringName.of("b"), null)))
        .isEqualTo("[ true 1 2.5 \"a\" \"b\" null ]");
    assertThat(tokens(VariantDictionary.of("a", 1, StringName.of("b"), Map.of("c", List.of()))))
        .isEqualTo("{ a: 1 b: { c: [ ] } }");
    assertThat(tokens(new Vector3(1, 2, 3))).isEqualTo("<Vector3(1, 2, 3)>");
    assertThat(tokens(NodePath.parse("a/b:c"))).isEqualTo("<NodePath(\"a/b:c\")>");
    assertThat(tokens(PackedFloat32Array.of(1, 2))).isEqualTo("<PackedFloat32Array(1, 2)>");
    assertThat(tokens(PackedByteArray.of((byte) 7))).isEqualTo("<[7]>");
  }

  @Test
  void expandsMathTypesAndPackedArrays() {
    Object value =
        VariantArray.of(
            new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
            PackedVector2Array.of(new Vector2(5, 6)),
            PackedByteArray.of((byte) 7));
    assertThat(tokens(value, GodotReadFeature.EXPAND_MATH_TYPES))
        .isEqualTo(
            "[ { position: { x: 1.0 y: 2.0 } size: { x: 3.0 y: 4.0 } }"
                + " <PackedVector2Array(5, 6)> <[7]> ]");
    assertThat(tokens(value, GodotReadFeature.EXPAND_PACKED_ARRAYS))
        .endsWith(" [ <Vector2(5, 6)> ] <[7]> ]");
    assertThat(tokens(new Vector2i(3, -4), GodotReadFeature.EXPAND_MATH_TYPES))
        .isEqualTo("{ x: 3 y: -4 }");
  }

  @Test
  void readsKeysThatAreNotStrings() {
    VariantDictionary value =
        VariantDictionary.of("a", 1, 2, Map.of("b", 1), new Vector2i(3, 4), Map.of(5, 6));
    assertThat(tokens(value, GodotReadFeature.STRINGIFY_KEYS))
        .isEqualTo("{ a: 1 2: { b: 1 } Vector2i(3, 4): { 5: 6 } }");
    assertThat(tokens(value, GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo("[ [ \"a\" 1 ] [ 2 { b: 1 } ] [ <Vector2i(3, 4)> [ [ 5 6 ] ] ] ]");
    assertThatThrownBy(() -> tokens(value))
        .isInstanceOf(StreamReadException.class)
        .hasMessageContaining("a key of type int cannot be a name")
        .hasCauseInstanceOf(VariantTypeException.class);
  }

  @Test
  void readsVariants() {
    VariantArray typed =
        VariantArray.builder().add(1).elementType(ElementType.of(VariantType.INT)).build();
    VariantDictionary pairs =
        VariantDictionary.builder()
            .put(StringName.of("k"), 1)
            .types(ElementType.of(VariantType.STRING_NAME), ElementType.UNTYPED)
            .build();
    for (Variant value : List.of(typed, pairs, Variant.of(2.5), StringName.of("n"), Variant.NIL)) {
      GodotParser parser = at(VariantArray.of(value, 7));
      parser.nextToken();
      assertThat(parser.readVariant()).isEqualTo(value);
      assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
    }
    GodotParser asPairs = parser(VariantArray.of(typed), GodotReadFeature.KEYS_AS_PAIRS);
    asPairs.nextToken();
    asPairs.nextToken();
    assertThat(asPairs.readVariant()).isEqualTo(typed);
    assertThat(asPairs.currentToken()).isEqualTo(JsonToken.END_ARRAY);
    assertThat(asPairs.nextToken()).isEqualTo(JsonToken.END_ARRAY);
    GodotParser entered = at(List.of(List.of(1)));
    entered.nextToken();
    entered.nextToken();
    entered.nextToken();
    assertThatThrownBy(entered::readVariant).isInstanceOf(StreamReadException.class);
    assertThatThrownBy(parser(1)::readVariant).isInstanceOf(StreamReadException.class);
  }

  @Test
  void skipsChildren() {
    GodotParser parser = at(List.of(List.of(1, Map.of("a", 2)), 3));
    parser.nextToken();
    parser.skipChildren();
    assertThat(parser.currentToken()).isEqualTo(JsonToken.END_ARRAY);
    assertThat(parser.streamReadContext().getNestingDepth()).isEqualTo(1);
    assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
    assertThat(parser.getIntValue()).isEqualTo(3);
  }

  @Test
  void skipsUnreadEmbeddedValues() {
    GodotParser parser = at(List.of(new Vector3(1, 2, 3), PackedByteArray.of((byte) 1), 4));
    parser.nextToken();
    parser.nextToken();
    parser.nextToken();
    assertThat(parser.getIntValue()).isEqualTo(4);
  }

  @Test
  void readsNames() {
    GodotParser parser = at(VariantDictionary.of("a", 1, "b", List.of(), "c", 3));
    assertThat(parser.nextName(new SerializedString("a"))).isTrue();
    assertThat(parser.nextIntValue(0)).isEqualTo(1);
    assertThat(parser.nextName()).isEqualTo("b");
    assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
    assertThat(parser.currentName()).isEqualTo("b");
    parser.nextToken();
    assertThat(parser.currentName()).isEqualTo("b");
    assertThat(parser.nextName()).isEqualTo("c");
    assertThat(parser.getString()).isEqualTo("c");
    assertThat(parser.nextLongValue(0)).isEqualTo(3);
    assertThat(parser.nextName()).isNull();
    assertThat(parser.currentToken()).isEqualTo(JsonToken.END_OBJECT);
  }

  /** Databind compares names faster if they are the same objects. */
  @Test
  void returnsSameObjectForRepeatedName() {
    GodotParser parser = at(List.of(Map.of("name", 1), Map.of("name", 2)));
    parser.nextToken();
    String first = parser.nextName();
    parser.nextToken();
    parser.nextToken();
    parser.nextToken();
    assertThat(parser.nextName()).isSameAs(first);
  }

  @Test
  void readsStrings() throws IOException {
    GodotParser parser = at(List.of("äb", 12, 1.5, true));
    assertThat(parser.getString()).isEqualTo("[");
    parser.nextToken();
    assertThat(parser.getString()).isEqualTo("äb");
    assertThat(parser.getStringCharacters()).containsExactly('ä', 'b');
    assertThat(parser.getStringLength()).isEqualTo(2);
    assertThat(parser.getStringOffset()).isZero();
    assertThat(parser.hasStringCharacters()).isFalse();
    StringWriter writer = new StringWriter();
    assertThat(parser.getString(writer)).isEqualTo(2);
    assertThat(writer).hasToString("äb");
    parser.nextToken();
    assertThat(parser.getString()).isEqualTo("12");
    assertThat(parser.getValueAsString()).isEqualTo("12");
    parser.nextToken();
    assertThat(parser.getValueAsString()).isEqualTo("1.5");
    parser.nextToken();
    assertThat(parser.getString()).isEqualTo("true");
    assertThat(parser.getBooleanValue()).isTrue();
  }

  @Test
  void readsNumbers() {
    assertThat(at(5).getNumberValue()).isEqualTo(5);
    assertThat(at(5).getNumberType()).isEqualTo(JsonParser.NumberType.INT);
    assertThat(at(1L << 40).getNumberValue()).isEqualTo(1L << 40);
    assertThat(at(1L << 40).getNumberType()).isEqualTo(JsonParser.NumberType.LONG);
    assertThat(at(1.5).getNumberValue()).isEqualTo(1.5);
    assertThat(at(1.5).getNumberType()).isEqualTo(JsonParser.NumberType.DOUBLE);
    assertThat(at(1.5).getNumberTypeFP()).isEqualTo(JsonParser.NumberTypeFP.DOUBLE64);
    assertThat(at(5).getBigIntegerValue()).isEqualTo(BigInteger.valueOf(5));
    assertThat(at(5).getDecimalValue()).isEqualTo(BigDecimal.valueOf(5));
    assertThat(at(0.1).getDecimalValue()).isEqualTo(new BigDecimal("0.1"));
    assertThat(at(7.9).getIntValue()).isEqualTo(7);
    assertThat(at(7.9).getBigIntegerValue()).isEqualTo(BigInteger.valueOf(7));
    assertThat(at(7).getDoubleValue()).isEqualTo(7.0);
    assertThat(at(7).getFloatValue()).isEqualTo(7f);
    assertThat(at(7).getByteValue()).isEqualTo((byte) 7);
    assertThat(at("12").getValueAsInt()).isEqualTo(12);
    assertThat(at(Double.NaN).isNaN()).isTrue();
    assertThat(at(1.5).isNaN()).isFalse();
    assertThatThrownBy(at(1L << 40)::getIntValue).isInstanceOf(InputCoercionException.class);
    assertThatThrownBy(at(300)::getByteValue).isInstanceOf(InputCoercionException.class);
    assertThatThrownBy(at(1e300)::getLongValue).isInstanceOf(InputCoercionException.class);
    assertThatThrownBy(at(Double.NaN)::getIntValue).isInstanceOf(InputCoercionException.class);
    assertThatThrownBy(at(Double.NaN)::getDecimalValue).isInstanceOf(InputCoercionException.class);
    assertThatThrownBy(at("x")::getIntValue).isInstanceOf(InputCoercionException.class);
  }

  @Test
  void readsBinary() {
    GodotParser parser = at(PackedByteArray.of((byte) 1, (byte) 2));
    assertThat(parser.getBinaryValue()).containsExactly(1, 2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(parser.readBinaryValue(out)).isEqualTo(2);
    assertThat(out.toByteArray()).containsExactly(1, 2);
    assertThat(parser.readVariant()).isEqualTo(PackedByteArray.of((byte) 1, (byte) 2));
    assertThat(at("AQI=").getBinaryValue()).containsExactly(1, 2);
    assertThatThrownBy(at(1)::getBinaryValue).isInstanceOf(StreamReadException.class);
    assertThat(at(1).getEmbeddedObject()).isNull();
  }

  @Test
  void reportsPathsAndLocations() {
    GodotParser parser = at(Map.of("list", List.of("x", Map.of("deep", 5))));
    while (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {}
    assertThat(parser.streamReadContext().pathAsPointer()).hasToString("/list/1/deep");
    assertThat(parser.path()).isEqualTo("$.list[1].deep");
    assertThat(parser.currentTokenLocation().getByteOffset()).isEqualTo(8 + 12 + 8 + 12 + 8 + 12);
    assertThat(parser.currentLocation().getByteOffset()).isEqualTo(8 + 12 + 8 + 12 + 8 + 12 + 8);
    assertThat(parser.currentTokenLocation().toString())
        .contains("byte offset: #60", "$.list[1].deep");
    GodotParser second =
        (GodotParser)
            FACTORY.createParser(
                ObjectReadContext.empty(), join(bytes(1), bytes(List.of(2)), false), 0, 24);
    second.nextToken();
    second.nextToken();
    second.nextToken();
    assertThat(second.currentTokenLocation().getByteOffset()).isEqualTo(16);
  }
}
