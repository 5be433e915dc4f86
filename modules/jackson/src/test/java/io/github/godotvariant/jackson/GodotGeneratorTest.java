package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteCapability;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.SerializedString;

class GodotGeneratorTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  private static byte[] bytes(GodotFactory factory, Consumer<JsonGenerator> calls) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      calls.accept(generator);
    }
    return out.toByteArray();
  }

  private static Variant written(Consumer<JsonGenerator> calls) {
    return VariantCodec.GODOT_4.decode(bytes(FACTORY, calls));
  }

  @Test
  void values() {
    assertThat(
            written(
                to -> {
                  to.writeStartArray();
                  to.writeNull();
                  to.writeBoolean(true);
                  to.writeNumber((short) 1);
                  to.writeNumber(2);
                  to.writeNumber(1L << 40);
                  to.writeNumber(BigInteger.TEN);
                  to.writeNumber(1.5f);
                  to.writeNumber(0.1);
                  to.writeNumber(new BigDecimal("0.10"));
                  to.writeNumber("12");
                  to.writeNumber("1e3");
                  to.writeString("a");
                  to.writeString(new char[] {'x', 'b', 'y'}, 1, 1);
                  to.writeString(new SerializedString("c"));
                  to.writeString(new StringReader("def"), 2);
                  to.writeString(new StringReader("fg"), -1);
                  to.writeUTF8String("ä".getBytes(StandardCharsets.UTF_8), 0, 2);
                  to.writeBinary(new byte[] {0, 1, 2}, 1, 2);
                  to.writeBinary(new ByteArrayInputStream(new byte[] {3, 4}), 2);
                  to.writeBinary(new ByteArrayInputStream(new byte[] {5}), -1);
                  to.writeEmbeddedObject(new Vector3(1, 2, 3));
                  to.writePOJO(StringName.of("n"));
                  to.writeString((String) null);
                  to.writeEndArray();
                }))
        .isEqualTo(
            VariantArray.of(
                null,
                true,
                1,
                2,
                1L << 40,
                10,
                1.5,
                0.1,
                0.1,
                12,
                1000.0,
                "a",
                "b",
                "c",
                "de",
                "fg",
                "ä",
                PackedByteArray.of((byte) 1, (byte) 2),
                PackedByteArray.of((byte) 3, (byte) 4),
                PackedByteArray.of((byte) 5),
                new Vector3(1, 2, 3),
                StringName.of("n"),
                null));
  }

  @Test
  void names() {
    Consumer<JsonGenerator> calls =
        to -> {
          to.writeStartObject(null, 9); // more than there will be
          to.writeName("a");
          to.writeNumber(1);
          to.writePropertyId(2);
          to.writeStartObject().writeEndObject();
          ((GodotGenerator) to).writeName(new Vector2i(3, 4));
          to.writeNull();
          to.writeEndObject();
        };
    VariantDictionary empty = VariantDictionary.EMPTY;
    assertThat(written(calls))
        .isEqualTo(VariantDictionary.of("a", 1, "2", empty, new Vector2i(3, 4), null));
    GodotFactory other =
        GodotFactory.builder()
            .enable(GodotWriteFeature.INT_KEYS, GodotWriteFeature.STRING_NAME_KEYS)
            .build();
    assertThat(VariantCodec.GODOT_4.decode(bytes(other, calls)))
        .isEqualTo(VariantDictionary.of(StringName.of("a"), 1, 2, empty, new Vector2i(3, 4), null));
  }

  @Test
  void wrongOrder() {
    List<Consumer<JsonGenerator>> wrong =
        List.of(
            to -> to.writeEndArray(),
            to -> to.writeEndObject(),
            to -> to.writeName("a"),
            to -> to.writeStartArray().writeEndObject(),
            to -> to.writeStartArray().writeName("a"),
            to -> to.writeStartObject().writeEndArray(),
            to -> to.writeStartObject().writeNumber(1),
            to -> to.writeStartObject().writeNull(),
            to -> to.writeStartObject().writeString("a"),
            to -> to.writeStartObject().writeStartArray(),
            to -> to.writeStartObject().writePOJO(new Vector2i(1, 2)),
            to -> to.writeStartObject().writeName("a").writeName("b"),
            to -> to.writeStartObject().writeName("a").writeEndObject());
    for (Consumer<JsonGenerator> calls : wrong) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out);
      assertThatThrownBy(() -> calls.accept(generator)).isInstanceOf(StreamWriteException.class);
      generator.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, false);
      generator.close();
      assertThat(out.size()).isZero();
    }
    JsonGenerator closed = FACTORY.createGenerator(ObjectWriteContext.empty(), sink());
    closed.close();
    assertThatThrownBy(() -> closed.writeNumber(1)).isInstanceOf(StreamWriteException.class);
  }

  private static ByteArrayOutputStream sink() {
    return new ByteArrayOutputStream();
  }

  @Test
  void whatGodotHasNoFormFor() {
    for (Consumer<JsonGenerator> calls :
        List.<Consumer<JsonGenerator>>of(
            to -> to.writeNumber(BigInteger.ONE.shiftLeft(63)),
            to -> to.writeNumber(new BigDecimal("0.12345678901234567890")),
            to -> to.writeNumber(new BigDecimal("1e999")),
            to -> to.writeString("\ud800"))) {
      assertThatThrownBy(() -> written(calls))
          .isInstanceOf(StreamWriteException.class)
          .hasCauseInstanceOf(InexpressibleVariantException.class);
    }
    assertThatThrownBy(() -> written(to -> to.writeNumber("x")))
        .isInstanceOf(StreamWriteException.class);
    assertThatThrownBy(() -> written(to -> to.writeEmbeddedObject(new Object())))
        .isInstanceOf(StreamWriteException.class);
    assertThatThrownBy(() -> written(to -> to.writeRaw("x")))
        .isInstanceOf(UnsupportedOperationException.class);
    GodotFactory old = GodotFactory.builder().codec(VariantCodec.GODOT_3).build();
    assertThatThrownBy(() -> bytes(old, to -> to.writePOJO(new Vector2i(1, 2))))
        .isInstanceOf(StreamWriteException.class)
        .hasCauseInstanceOf(InexpressibleVariantException.class);
  }

  @Test
  void depth() {
    Consumer<JsonGenerator> deep =
        to -> {
          for (int i = 0; i < 600; i++) {
            to.writeStartArray();
          }
        };
    assertThatThrownBy(() -> written(deep)).isInstanceOf(StreamConstraintsException.class);
    GodotFactory deeper =
        GodotFactory.builder()
            .streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(10_000).build())
            .build();
    assertThat(bytes(deeper, deep)).hasSize(600 * 8);
    assertThatThrownBy(
            () ->
                bytes(
                    deeper,
                    to -> {
                      deep.accept(to);
                      deep.accept(to);
                    }))
        .isInstanceOf(StreamConstraintsException.class)
        .hasCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void duplicates() {
    GodotFactory strict =
        GodotFactory.builder().enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION).build();
    assertThatThrownBy(
            () ->
                bytes(
                    strict, to -> to.writeStartObject().writeName("a").writeNull().writeName("a")))
        .isInstanceOf(StreamWriteException.class)
        .hasMessageContaining("Duplicate Object property \"a\"");
  }

  @Test
  void closing() {
    assertThat(written(to -> to.writeStartArray().writeNumber(1))).isEqualTo(VariantArray.of(1));
    boolean[] closed = {false};
    class Noted extends ByteArrayOutputStream {
      @Override
      public void close() {
        closed[0] = true;
      }
    }
    FACTORY.createGenerator(ObjectWriteContext.empty(), new Noted()).close();
    assertThat(closed[0]).isTrue();
    closed[0] = false;
    GodotFactory open =
        FACTORY
            .rebuild()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET, StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();
    Noted out = new Noted();
    JsonGenerator generator = open.createGenerator(ObjectWriteContext.empty(), out);
    generator.writeNumber(1);
    assertThat(out.size()).isEqualTo(8);
    generator.writeStartArray();
    generator.close();
    assertThat(closed[0]).isFalse();
    assertThat(out.size()).isEqualTo(8);
  }

  @Test
  void framed() {
    GodotFactory framed = GodotFactory.builder().enable(GodotWriteFeature.LENGTH_FRAMED).build();
    assertThat(bytes(framed, to -> to.writeNumber(1).writeNumber(2)))
        .startsWith(8, 0, 0, 0, 2)
        .hasSize(2 * 12);
  }

  @Test
  void places() {
    JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), sink());
    generator.writeStartObject().writeName("a").writeStartArray().writeNull().writeNull();
    assertThat(generator.streamWriteContext().pathAsPointer()).hasToString("/a/1");
    assertThat(generator.has(StreamWriteCapability.CAN_WRITE_BINARY_NATIVELY)).isTrue();
    generator.close();
  }

  private static final List<Consumer<JsonGenerator>> FAILING =
      List.of(
          to -> to.writeNumber(BigInteger.ONE.shiftLeft(63)),
          to -> to.writeNumber(new BigDecimal("1e999")),
          to -> to.writeNumber("x"),
          to -> to.writeString("\ud800"),
          to -> to.writeString(Reader.nullReader(), 1),
          to -> to.writeString(unreadable(), -1),
          to -> to.writeUTF8String(new byte[] {-1}, 0, 1),
          to -> to.writeBinary(InputStream.nullInputStream(), 1),
          to -> to.writePOJO(new ObjectValue("Node", List.of())),
          to -> to.writeEmbeddedObject(new Object()),
          to -> to.writeRaw("x"),
          to -> to.writeEndObject(),
          to -> to.writeName("a"),
          to -> to.writeStartArray().writeStartArray(),
          to -> to.writeStartObject().writeName("a").writeName("b"),
          to -> to.writeStartObject().writeName("a").writeEndObject(),
          to -> to.writeStartObject().writeName("a").writeNull().writeName("a"));

  private static Reader unreadable() {
    return new Reader() {
      @Override
      public int read(char[] buffer, int offset, int length) throws IOException {
        throw new IOException("unreadable");
      }

      @Override
      public void close() {}
    };
  }

  /** Closing completes what was begun, but not what failed. */
  @Test
  void nothingOfAFailedValueIsWritten() {
    GodotFactory factory =
        GodotFactory.builder()
            .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(2).build())
            .build();
    for (Consumer<JsonGenerator> failing : FAILING) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out);
      generator.writeNumber(1).writeStartArray().writeNumber(2);
      Throwable first = catchThrowable(() -> failing.accept(generator));
      assertThat(first).isInstanceOf(RuntimeException.class);
      assertThat(generator.streamWriteContext().inRoot()).isTrue();
      assertThat(catchThrowable(() -> generator.writeNumber(3))).isSameAs(first);
      assertThat(catchThrowable(() -> generator.writeStartObject())).isSameAs(first);
      assertThat(catchThrowable(() -> generator.writeName("a"))).isSameAs(first);
      assertThat(catchThrowable(() -> generator.writeEndArray())).isSameAs(first);
      generator.close();
      assertThat(out.size()).isEqualTo(8);
    }
  }

  /** What the target cannot take is stepped over, and the value it is part of not written. */
  @Test
  void copiesOfWhatTheTargetHasNoFormForAreNotWritten() {
    VariantArray inner = VariantArray.of(Map.of("a", List.of(StringName.of("b"))), 2, List.of(3));
    VariantArray typed = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    GodotFactory old = GodotFactory.builder().codec(VariantCodec.GODOT_3).build();
    for (Variant value :
        List.of(
            inner,
            VariantArray.of(1, typed),
            typed,
            VariantDictionary.of(new Vector2i(1, 2), 1),
            VariantDictionary.of(inner, 1, 2, 3))) {
      for (boolean nested : new boolean[] {false, true}) {
        byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(value, 4));
        JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes);
        parser.nextToken();
        parser.nextToken();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonGenerator generator = old.createGenerator(ObjectWriteContext.empty(), out);
        if (nested) {
          generator.writeStartArray();
        }
        assertThatThrownBy(() -> generator.copyCurrentStructure(parser))
            .isInstanceOf(StreamWriteException.class)
            .hasCauseInstanceOf(InexpressibleVariantException.class);
        generator.close();
        assertThat(out.size()).isZero();
        assertThat(parser.currentToken().isStructEnd()).isTrue();
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
        assertThat(parser.getIntValue()).isEqualTo(4);
        assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
        assertThat(parser.nextToken()).isNull();
      }
    }
  }

  /** What is no dictionary any more is not of the type of its keys, and so on. */
  @Test
  void copiesOfEventsSayNoTypesOfWhatTheyAreNot() {
    ElementType ints = ElementType.of(VariantType.INT);
    VariantDictionary pairs =
        VariantDictionary.of(1, "a", 2, "b").withTypes(ints, ElementType.of(VariantType.STRING));
    assertThat(copiedByEvents(pairs, GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo(VariantArray.of(List.of(1, "a"), List.of(2, "b")));
    assertThat(
            copiedByEvents(
                VariantArray.of(pairs).withElementType(ElementType.of(VariantType.DICTIONARY)),
                GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo(VariantArray.of(List.of(List.of(1, "a"), List.of(2, "b"))));
    assertThat(
            copiedByEvents(
                VariantArray.of(new Vector2i(1, 2))
                    .withElementType(ElementType.of(VariantType.VECTOR2I)),
                GodotReadFeature.EXPAND_MATH_TYPES))
        .isEqualTo(VariantArray.of(VariantDictionary.of("x", 1, "y", 2)));
    assertThat(
            copiedByEvents(
                VariantDictionary.of("a", PackedInt32Array.of(1))
                    .withTypes(
                        ElementType.of(VariantType.STRING),
                        ElementType.of(VariantType.PACKED_INT32_ARRAY)),
                GodotReadFeature.EXPAND_PACKED_ARRAYS))
        .isEqualTo(
            VariantDictionary.of("a", List.of(1))
                .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED));
    VariantArray typed = VariantArray.of(1).withElementType(ints);
    VariantDictionary named =
        VariantDictionary.of("a", 1).withTypes(ElementType.of(VariantType.STRING), ints);
    for (GodotReadFeature feature : GodotReadFeature.values()) {
      if (feature != GodotReadFeature.LENGTH_FRAMED) {
        assertThat(copiedByEvents(typed, feature)).isEqualTo(typed);
        assertThat(copiedByEvents(named, feature)).isEqualTo(named);
      }
    }
  }

  private static Variant copiedByEvents(Variant value, GodotReadFeature feature) {
    JsonParser parser =
        FACTORY
            .rebuild()
            .enable(feature)
            .build()
            .createParser(ObjectReadContext.empty(), VariantCodec.GODOT_4.encode(value));
    return written(
        to -> {
          while (parser.nextToken() != null) {
            to.copyCurrentEvent(parser);
          }
        });
  }

  /** As deep as is allowed, and no deeper. */
  @Test
  void copiesAreNoDeeperThanWhatIsWritten() {
    GodotFactory shallow =
        GodotFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(2).build())
            .build();
    for (Variant value :
        List.of(VariantArray.of(List.of(1)), VariantArray.of(List.of(List.of(1))))) {
      JsonParser parser =
          FACTORY.createParser(ObjectReadContext.empty(), VariantCodec.GODOT_4.encode(value));
      parser.nextToken();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonGenerator generator = shallow.createGenerator(ObjectWriteContext.empty(), out);
      if (value.equals(VariantArray.of(List.of(1)))) {
        generator.copyCurrentStructure(parser);
        assertThat(VariantCodec.GODOT_4.decode(out.toByteArray())).isEqualTo(value);
      } else {
        assertThatThrownBy(() -> generator.copyCurrentStructure(parser))
            .isInstanceOf(StreamConstraintsException.class);
        assertThat(out.size()).isZero();
      }
    }
  }

  /** Where no value was begun, there is nothing to forget. */
  @Test
  void valuesFollowOneThatCouldNotBegin() {
    assertThat(
            written(
                to -> {
                  assertThatThrownBy(() -> to.writeNumber(BigInteger.ONE.shiftLeft(63)))
                      .isInstanceOf(StreamWriteException.class);
                  to.writeNumber(1);
                }))
        .isEqualTo(Variant.of(1));
  }

  /** What a target took of a value is not followed by another. */
  @Test
  void nothingFollowsWhatATargetRefused() {
    for (boolean checked : new boolean[] {true, false}) {
      ByteArrayOutputStream taken = new ByteArrayOutputStream();
      OutputStream full =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
              taken.write(bytes, from, Math.min(length, 4));
              if (checked) {
                throw new IOException("full");
              }
              throw new IllegalStateException("full");
            }
          };
      JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), full);
      Throwable first = catchThrowable(() -> generator.writeNumber(1));
      assertThat(first)
          .isInstanceOf(checked ? JacksonIOException.class : IllegalStateException.class);
      assertThat(catchThrowable(() -> generator.writeNumber(2))).isSameAs(first);
      generator.close();
      assertThat(taken.size()).isEqualTo(4);
    }
  }

  @Test
  void nothingIsWrittenAfterClosing() {
    for (Consumer<JsonGenerator> calls : FAILING) {
      for (boolean inObject : new boolean[] {false, true}) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonGenerator closed = FACTORY.createGenerator(ObjectWriteContext.empty(), out);
        closed.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, false);
        if (inObject) {
          closed.writeStartObject();
        } else {
          closed.writeStartArray();
        }
        closed.close();
        assertThatThrownBy(() -> calls.accept(closed)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> closed.writeName("a"))
            .isInstanceOf(StreamWriteException.class)
            .hasMessageContaining("closed");
        assertThatThrownBy(closed::writeEndArray)
            .isInstanceOf(StreamWriteException.class)
            .hasMessageContaining("closed");
        closed.flush();
        closed.close();
        assertThat(out.size()).isZero();
      }
    }
  }

  /** Memory goes from one generator to the next; what was left unfinished does not. */
  @Test
  void unfinishedValuesAreForgotten() {
    JsonGenerator broken = FACTORY.createGenerator(ObjectWriteContext.empty(), sink());
    broken.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, false);
    broken.writeStartArray().writeString("left");
    broken.close();
    assertThat(written(to -> to.writeNumber(7))).isEqualTo(Variant.of(7));
  }
}
