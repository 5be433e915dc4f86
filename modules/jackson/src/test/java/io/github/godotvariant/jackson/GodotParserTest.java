package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.SerializedString;

class GodotParserTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  private static byte[] bytes(Object value) {
    return VariantCodec.GODOT_4.encode(Variant.of(value));
  }

  private static GodotParser parser(Object value, GodotReadFeature... features) {
    GodotFactory factory = GodotFactory.builder().enable(features).build();
    return (GodotParser) factory.createParser(ObjectReadContext.empty(), bytes(value));
  }

  private static GodotParser at(Object value) {
    GodotParser parser = parser(value);
    parser.nextToken();
    return parser;
  }

  /** The tokens, with what they hold. */
  private static String tokens(Object value, GodotReadFeature... features) {
    List<String> tokens = new ArrayList<>();
    try (JsonParser parser = parser(value, features)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        tokens.add(
            switch (token) {
              case START_OBJECT -> "{";
              case END_OBJECT -> "}";
              case START_ARRAY -> "[";
              case END_ARRAY -> "]";
              case PROPERTY_NAME -> parser.currentName() + ":";
              case VALUE_EMBEDDED_OBJECT ->
                  parser.getEmbeddedObject() instanceof byte[] binary
                      ? "<" + Arrays.toString(binary) + ">"
                      : "<" + parser.getEmbeddedObject() + ">";
              case VALUE_STRING -> '"' + parser.getString() + '"';
              default -> parser.getString();
            });
      }
    }
    return String.join(" ", tokens);
  }

  @Test
  void tokens() {
    assertThat(tokens(NilValue.NIL)).isEqualTo("null");
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
  void expandedTokens() {
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
  void otherKeys() {
    VariantDictionary value =
        VariantDictionary.of("a", 1, 2, Map.of("b", 1), new Vector2i(3, 4), Map.of(5, 6));
    assertThat(tokens(value, GodotReadFeature.STRINGIFY_KEYS))
        .isEqualTo("{ a: 1 2: { b: 1 } Vector2i(3, 4): { 5: 6 } }");
    assertThat(tokens(value, GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo("[ [ \"a\" 1 ] [ 2 { b: 1 } ] [ <Vector2i(3, 4)> [ [ 5 6 ] ] ] ]");
    assertThatThrownBy(() -> tokens(value))
        .isInstanceOf(StreamReadException.class)
        .hasMessageContaining("a key of type int is no name")
        .hasCauseInstanceOf(VariantTypeException.class);
  }

  @Test
  void variants() {
    VariantArray typed =
        VariantArray.builder().add(1).elementType(ElementType.of(VariantType.INT)).build();
    VariantDictionary pairs =
        VariantDictionary.builder()
            .put(StringName.of("k"), 1)
            .types(ElementType.of(VariantType.STRING_NAME), ElementType.UNTYPED)
            .build();
    for (Variant value :
        List.of(typed, pairs, Variant.of(2.5), StringName.of("n"), Variant.of(null))) {
      GodotParser parser = at(VariantArray.of(value, 7));
      parser.nextToken();
      assertThat(parser.readVariant()).isEqualTo(value);
      assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
    }
    GodotParser held = parser(VariantArray.of(typed), GodotReadFeature.KEYS_AS_PAIRS);
    held.nextToken();
    held.nextToken();
    assertThat(held.readVariant()).isEqualTo(typed);
    assertThat(held.currentToken()).isEqualTo(JsonToken.END_ARRAY);
    assertThat(held.nextToken()).isEqualTo(JsonToken.END_ARRAY);
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
  void embeddedValuesMayBeLeftUnread() {
    GodotParser parser = at(List.of(new Vector3(1, 2, 3), PackedByteArray.of((byte) 1), 4));
    parser.nextToken();
    parser.nextToken();
    parser.nextToken();
    assertThat(parser.getIntValue()).isEqualTo(4);
  }

  @Test
  void names() {
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

  /** Databind compares names faster if they are mostly the same objects. */
  @Test
  void namesAreTheSameObjects() {
    GodotParser parser = at(List.of(Map.of("name", 1), Map.of("name", 2)));
    parser.nextToken();
    String first = parser.nextName();
    parser.nextToken();
    parser.nextToken();
    parser.nextToken();
    assertThat(parser.nextName()).isSameAs(first);
  }

  @Test
  void texts() throws IOException {
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
  void numbers() {
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
  void binary() {
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
  void places() {
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
                ObjectReadContext.empty(), twice(bytes(1), bytes(List.of(2)), false), 0, 24);
    second.nextToken();
    second.nextToken();
    second.nextToken();
    assertThat(second.currentTokenLocation().getByteOffset()).isEqualTo(16);
  }

  private static byte[] twice(byte[] first, byte[] second, boolean framed) {
    ByteBuffer both =
        ByteBuffer.allocate(first.length + second.length + (framed ? 8 : 0))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] each : List.of(first, second)) {
      if (framed) {
        both.putInt(each.length);
      }
      both.put(each);
    }
    return both.array();
  }

  @Test
  void malformedBytes() {
    byte[] cut = Arrays.copyOf(bytes(List.of(1, "abcd")), 24);
    JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), cut);
    parser.nextToken();
    parser.nextToken();
    assertThatThrownBy(parser::nextToken)
        .isInstanceOfSatisfying(
            StreamReadException.class,
            e -> {
              assertThat(e.getCause()).isInstanceOf(MalformedVariantException.class);
              assertThat(e.getLocation().getByteOffset()).isEqualTo(20);
              assertThat(e.getMessage()).contains("$[1]");
              assertThat(e.processor()).isSameAs(parser);
            });
    assertThatThrownBy(parser::nextToken)
        .isInstanceOf(StreamReadException.class)
        .hasCauseInstanceOf(MalformedVariantException.class);
    parser.close();
    assertThat(parser.nextToken()).isNull();
  }

  @Test
  void theStricterLimitHolds() {
    Object deep = List.of(List.of(List.of(1)));
    assertThat(limited(deep, ReadLimits.DEFAULT, constraints().maxNestingDepth(3))).isNull();
    assertThat(limited(deep, ReadLimits.DEFAULT, constraints().maxNestingDepth(2))).isNotNull();
    assertThat(limited(deep, ReadLimits.DEFAULT.withDepth(2), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(limited("abcde", ReadLimits.DEFAULT, constraints().maxStringLength(5))).isNull();
    assertThat(limited("äääää", ReadLimits.DEFAULT, constraints().maxStringLength(5))).isNull();
    assertThat(limited("abcde", ReadLimits.DEFAULT, constraints().maxStringLength(4))).isNotNull();
    assertThat(limited("abcde", ReadLimits.DEFAULT.withStringBytes(4), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(limited(Map.of("abcde", 1), ReadLimits.DEFAULT, constraints().maxNameLength(4)))
        .isNotNull();
    assertThat(limited(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxTokenCount(3)))
        .isNotNull();
    assertThat(limited(List.of(1, 2), ReadLimits.DEFAULT.withElements(1), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(limited(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxDocumentLength(23)))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(limited(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxDocumentLength(24)))
        .isNull();
  }

  private static StreamReadConstraints.Builder constraints() {
    return StreamReadConstraints.builder();
  }

  private static @Nullable StreamConstraintsException limited(
      Object value, ReadLimits limits, StreamReadConstraints.Builder constraints) {
    GodotFactory factory =
        GodotFactory.builder()
            .codec(VariantCodec.GODOT_4.withLimits(limits))
            .streamReadConstraints(constraints.build())
            .build();
    byte[] bytes = bytes(value);
    StreamConstraintsException thrown = null;
    for (InputStream in : new InputStream[] {null, new ByteArrayInputStream(bytes)}) {
      try (JsonParser parser =
          in == null
              ? factory.createParser(ObjectReadContext.empty(), bytes)
              : factory.createParser(ObjectReadContext.empty(), in)) {
        while (parser.nextToken() != null) {}
        assertThat(thrown).isNull();
      } catch (StreamConstraintsException e) {
        thrown = e;
      }
    }
    return thrown;
  }

  /** How the same value is read: in tokens, as a whole, and as a copy. */
  private static final List<Consumer<GodotParser>> WAYS =
      List.of(
          parser -> {
            while (parser.nextToken() != null) {}
          },
          parser -> {
            while (parser.nextToken() != null) {
              parser.readVariant();
            }
          },
          parser -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
              while (parser.nextToken() != null) {
                to.copyCurrentStructure(parser);
              }
            }
          });

  private static boolean isRead(
      Object value, Consumer<GodotParser> way, StreamReadConstraints.Builder constraints) {
    GodotFactory factory =
        GodotFactory.builder().streamReadConstraints(constraints.build()).build();
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes(value))) {
      way.accept((GodotParser) parser);
      return true;
    } catch (StreamConstraintsException e) {
      return false;
    }
  }

  /** Jackson's limits hold whether a value is read in tokens or as a whole. */
  @Test
  void everyWayHasTheSameLimits() {
    String text = "t".repeat(40);
    String name = "n".repeat(40);
    VariantArray typed =
        VariantArray.builder().add(name).elementType(ElementType.of(VariantType.STRING)).build();
    Variant names = VariantDictionary.of("a", Map.of(name, 1), StringName.of("b"), List.of());
    for (Consumer<GodotParser> way : WAYS) {
      for (Object value :
          List.of(
              text,
              StringName.of(text),
              List.of(1, text),
              Map.of("a", List.of(Map.of("b", text))))) {
        assertThat(isRead(value, way, constraints().maxStringLength(40))).isTrue();
        assertThat(isRead(value, way, constraints().maxStringLength(39))).isFalse();
        assertThat(isRead(value, way, constraints().maxNameLength(39))).isTrue();
      }
      assertThat(isRead(names, way, constraints().maxNameLength(40))).isTrue();
      assertThat(isRead(names, way, constraints().maxNameLength(39))).isFalse();
      assertThat(isRead(names, way, constraints().maxStringLength(39))).isTrue();
      for (Object value : List.of(names, typed, List.of(names, List.of(), new Vector2i(1, 2)))) {
        int tokens = tokens(value).split(" (?![0-9]+\\))", -1).length;
        assertThat(isRead(value, way, constraints().maxTokenCount(tokens)))
            .as("%s, %s", tokens, value)
            .isTrue();
        assertThat(isRead(value, way, constraints().maxTokenCount(tokens - 1))).isFalse();
      }
    }
  }

  /** What has no tokens of its own is held to them as well, where it is read. */
  @Test
  void limitsHoldForWhatIsNoToken() {
    String text = "t".repeat(40);
    VariantDictionary keys = VariantDictionary.of(List.of(Map.of(text, text)), 1);
    for (Consumer<GodotParser> way : WAYS.subList(1, 3)) {
      for (Object value :
          List.of(
              NodePath.parse(text),
              PackedStringArray.of("a", text),
              List.of(new Signal(text, 1)),
              VariantDictionary.of(List.of(text), 1))) {
        assertThat(isRead(value, way, constraints().maxStringLength(40))).isTrue();
        assertThat(isRead(value, way, constraints().maxStringLength(39))).isFalse();
      }
      assertThat(isRead(keys, way, constraints().maxNameLength(39))).isFalse();
      assertThat(isRead(keys, way, constraints().maxNameLength(40))).isTrue();
      assertThat(isRead(keys, way, constraints().maxTokenCount(9))).isTrue();
      assertThat(isRead(keys, way, constraints().maxTokenCount(8))).isFalse();
    }
    VariantCodec objects = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    Variant object =
        new ObjectValue("Node", List.of(new ObjectValue.Property(text, Variant.of(text))));
    for (StreamReadConstraints.Builder tooFew :
        List.of(
            constraints().maxStringLength(39),
            constraints().maxNameLength(39),
            constraints().maxTokenCount(2))) {
      GodotFactory factory =
          GodotFactory.builder().codec(objects).streamReadConstraints(tooFew.build()).build();
      GodotParser parser =
          (GodotParser) factory.createParser(ObjectReadContext.empty(), objects.encode(object));
      assertThatThrownBy(parser::nextToken).isInstanceOf(StreamConstraintsException.class);
      assertStaysFailed(parser);
    }
  }

  /** Not each value of a sequence. */
  @Test
  void theLengthOfADocumentIsThatOfAllItsValues() {
    for (boolean framed : new boolean[] {false, true}) {
      byte[] both = twice(bytes(1), bytes("b"), framed);
      for (int most : new int[] {both.length, both.length - 1}) {
        GodotFactory factory =
            GodotFactory.builder()
                .configure(GodotReadFeature.LENGTH_FRAMED, framed)
                .streamReadConstraints(constraints().maxDocumentLength(most).build())
                .build();
        for (JsonParser parser :
            List.of(
                factory.createParser(ObjectReadContext.empty(), both),
                factory.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(both)))) {
          Throwable thrown =
              catchThrowable(
                  () -> {
                    while (parser.nextToken() != null) {}
                  });
          if (most == both.length) {
            assertThat(thrown).isNull();
          } else {
            assertThat(thrown).isInstanceOf(StreamConstraintsException.class);
          }
        }
      }
    }
  }

  /** Whatever refused it, what comes afterwards is not read as something else. */
  @Test
  void whatFailedStaysFailed() {
    for (StreamReadConstraints.Builder constraints :
        List.of(
            constraints().maxNameLength(3),
            constraints().maxStringLength(3),
            constraints().maxNestingDepth(2),
            constraints().maxTokenCount(5))) {
      GodotFactory factory =
          GodotFactory.builder()
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .streamReadConstraints(constraints.build())
              .build();
      assertStaysFailed(
          factory.createParser(
              ObjectReadContext.empty(),
              bytes(List.of(Map.of("abcd", List.of("abcd", 1)), 2, List.of(3)))));
    }
    GodotFactory strict =
        GodotFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    assertStaysFailed(strict.createParser(ObjectReadContext.empty(), duplicate()));
    assertStaysFailed(parser(Map.of(1, 2)));
    assertStaysFailed(
        FACTORY.createParser(ObjectReadContext.empty(), Arrays.copyOf(bytes(List.of(1, 2)), 20)));
  }

  private static void assertStaysFailed(JsonParser parser) {
    Throwable first = null;
    while (first == null) {
      first = catchThrowable(parser::nextToken);
    }
    assertThat(first).isInstanceOf(JacksonException.class);
    assertThat(catchThrowable(parser::nextToken)).isSameAs(first);
    assertThat(catchThrowable(parser::nextName)).isSameAs(first);
    assertThat(catchThrowable(((GodotParser) parser)::readVariant)).isSameAs(first);
    assertThat(parser.releaseBuffered(new ByteArrayOutputStream())).isZero();
    parser.close();
    assertThat(parser.nextToken()).isNull();
  }

  /** A stream that fails once is not read on in the midst of a frame. */
  @Test
  void whatFollowsABrokenFrameIsNotRead() {
    byte[] inner = frame(8, bytes(42));
    byte[] bytes = bytes(PackedByteArray.wrap(inner));
    byte[] all = frame(bytes.length, bytes);
    int[] at = {0};
    InputStream in =
        new InputStream() {
          private boolean failed;

          @Override
          public int read() throws IOException {
            if (at[0] == 12 && !failed) {
              failed = true;
              throw new IOException("slow");
            }
            return at[0] < all.length ? all[at[0]++] & 0xFF : -1;
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            int next = length == 0 ? -1 : read();
            if (next < 0) {
              return length == 0 ? 0 : -1;
            }
            to[from] = (byte) next;
            return 1;
          }
        };
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    JsonParser parser = framed.createParser(ObjectReadContext.empty(), in);
    Throwable first = catchThrowable(parser::nextToken);
    assertThat(first).isInstanceOf(JacksonIOException.class);
    assertThat(catchThrowable(parser::nextToken)).isSameAs(first);
    assertThat(at[0]).isEqualTo(12);
  }

  @Test
  void duplicates() {
    byte[] twice = duplicate();
    GodotFactory strict =
        GodotFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try (JsonParser parser = strict.createParser(ObjectReadContext.empty(), twice)) {
      parser.nextToken();
      parser.nextToken();
      parser.nextToken();
      assertThatThrownBy(parser::nextToken)
          .isInstanceOf(StreamReadException.class)
          .hasMessageContaining("Duplicate Object property \"a\"");
    }
  }

  private static byte[] duplicate() {
    return VariantCodec.GODOT_4
        .writer()
        .beginDictionary()
        .value("a")
        .value(1)
        .value("a")
        .value(2)
        .endDictionary()
        .toByteArray();
  }

  @Test
  void sources(@TempDir Path folder) throws IOException {
    byte[] bytes = bytes(List.of(1, 2));
    byte[] within = new byte[bytes.length + 7];
    System.arraycopy(bytes, 0, within, 3, bytes.length);
    Path file = Files.write(folder.resolve("value"), bytes);
    ObjectReadContext context = ObjectReadContext.empty();
    for (JsonParser parser :
        List.of(
            FACTORY.createParser(context, bytes),
            FACTORY.createParser(context, within, 3, bytes.length),
            FACTORY.createParser(context, new ByteArrayInputStream(bytes)),
            FACTORY.createParser(
                context, (DataInput) new DataInputStream(new ByteArrayInputStream(bytes))),
            FACTORY.createParser(context, file),
            FACTORY.createParser(context, file.toFile()))) {
      int count = 0;
      while (parser.nextToken() != null) {
        count++;
      }
      assertThat(count).isEqualTo(4);
      assertThat(parser.isClosed()).isTrue();
    }
    assertThatThrownBy(() -> FACTORY.createParser(context, "text"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void emptySourcesHaveNoTokens() {
    ObjectReadContext context = ObjectReadContext.empty();
    assertThat(FACTORY.createParser(context, new byte[0]).nextToken()).isNull();
    assertThat(FACTORY.createParser(context, InputStream.nullInputStream()).nextToken()).isNull();
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    assertThat(framed.createParser(context, InputStream.nullInputStream()).nextToken()).isNull();
  }

  @Test
  void sequences() {
    for (boolean framed : new boolean[] {false, true}) {
      byte[] both = twice(bytes(1), bytes("b"), framed);
      GodotFactory factory =
          GodotFactory.builder().configure(GodotReadFeature.LENGTH_FRAMED, framed).build();
      for (JsonParser parser :
          List.of(
              factory.createParser(ObjectReadContext.empty(), both),
              factory.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(both)))) {
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
        assertThat(parser.currentTokenLocation().getByteOffset()).isEqualTo(framed ? 16 : 8);
        assertThat(parser.nextToken()).isNull();
      }
    }
  }

  /** What is read of a stream of frames ends with the value that was asked for. */
  @Test
  void framesAreReadOneByOne() {
    byte[] both = twice(bytes(1), bytes("b"), true);
    ByteArrayInputStream in = new ByteArrayInputStream(both);
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    JsonParser parser = framed.createParser(ObjectReadContext.empty(), in);
    parser.nextToken();
    assertThat(in.available()).isEqualTo(4 + 12);
  }

  @Test
  void wrongFrames() {
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    byte[] value = bytes(1);
    for (byte[] wrong :
        List.of(
            new byte[] {8, 0},
            frame(value.length + 1, value),
            frame(-1, value),
            frame(value.length + 4, Arrays.copyOf(value, value.length + 4)))) {
      for (boolean stream : new boolean[] {false, true}) {
        JsonParser parser =
            stream
                ? framed.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(wrong))
                : framed.createParser(ObjectReadContext.empty(), wrong);
        assertThatThrownBy(
                () -> {
                  while (parser.nextToken() != null) {}
                })
            .isInstanceOf(JacksonException.class)
            .hasCauseInstanceOf(io.github.godotvariant.VariantException.class);
        assertThat(parser.currentLocation()).isNotNull();
      }
    }
  }

  private static byte[] frame(int length, byte[] value) {
    return ByteBuffer.allocate(4 + value.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .put(value)
        .array();
  }

  @Test
  void closing() {
    boolean[] closed = {false};
    class Noted extends ByteArrayInputStream {
      Noted() {
        super(bytes(List.of(1)));
      }

      @Override
      public void close() {
        closed[0] = true;
      }
    }
    FACTORY.createParser(ObjectReadContext.empty(), new Noted()).close();
    assertThat(closed[0]).isTrue();
    closed[0] = false;
    GodotFactory open = FACTORY.rebuild().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();
    JsonParser parser = open.createParser(ObjectReadContext.empty(), new Noted());
    parser.nextToken();
    parser.close();
    assertThat(closed[0]).isFalse();
    assertThat(parser.nextToken()).isNull();
    assertThat(parser.currentLocation()).isNotNull();
  }

  @Test
  void whatIsLeft() {
    byte[] both = twice(bytes(1), bytes("b"), false);
    JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), both);
    parser.nextToken();
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    assertThat(parser.releaseBuffered(rest)).isEqualTo(12);
    assertThat(rest.toByteArray()).isEqualTo(bytes("b"));
    assertThat(parser.nextToken()).isNull();
  }
}
