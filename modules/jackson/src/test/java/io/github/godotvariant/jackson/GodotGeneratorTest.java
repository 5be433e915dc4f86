package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.GeneratedValues.FACTORY;
import static io.github.godotvariant.jackson.GeneratedValues.write;
import static io.github.godotvariant.jackson.GeneratedValues.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteCapability;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.SerializedString;

class GodotGeneratorTest {
  @Test
  void writesValues() {
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
  void writesNames() {
    Consumer<JsonGenerator> calls =
        to -> {
          to.writeStartObject(null, 9); // more entries than follow
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
    assertThat(VariantCodec.GODOT_4.decode(write(other, calls)))
        .isEqualTo(VariantDictionary.of(StringName.of("a"), 1, 2, empty, new Vector2i(3, 4), null));
  }

  @Test
  void rejectsCallsInWrongOrder() {
    List<Consumer<JsonGenerator>> wrongOrders =
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
    for (Consumer<JsonGenerator> calls : wrongOrders) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out);
      assertThatThrownBy(() -> calls.accept(generator)).isInstanceOf(StreamWriteException.class);
      generator.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, false);
      generator.close();
      assertThat(out.size()).isZero();
    }
    JsonGenerator closed =
        FACTORY.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream());
    closed.close();
    assertThatThrownBy(() -> closed.writeNumber(1)).isInstanceOf(StreamWriteException.class);
  }

  @Test
  void rejectsValuesThatGodotCannotExpress() {
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
    GodotFactory godot3 = GodotFactory.builder().codec(VariantCodec.GODOT_3).build();
    assertThatThrownBy(() -> write(godot3, to -> to.writePOJO(new Vector2i(1, 2))))
        .isInstanceOf(StreamWriteException.class)
        .hasCauseInstanceOf(InexpressibleVariantException.class);
  }

  @Test
  void limitsDepth() {
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
    assertThat(write(deeper, deep)).hasSize(600 * 8);
    assertThatThrownBy(
            () ->
                write(
                    deeper,
                    to -> {
                      deep.accept(to);
                      deep.accept(to);
                    }))
        .isInstanceOf(StreamConstraintsException.class)
        .hasCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void rejectsDuplicateNames() {
    GodotFactory strict =
        GodotFactory.builder().enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION).build();
    assertThatThrownBy(
            () ->
                write(
                    strict, to -> to.writeStartObject().writeName("a").writeNull().writeName("a")))
        .isInstanceOf(StreamWriteException.class)
        .hasMessageContaining("Duplicate Object property \"a\"");
  }

  @Test
  void completesValueAndClosesTarget() {
    assertThat(written(to -> to.writeStartArray().writeNumber(1))).isEqualTo(VariantArray.of(1));
    boolean[] closed = {false};
    class TrackedStream extends ByteArrayOutputStream {
      @Override
      public void close() {
        closed[0] = true;
      }
    }
    FACTORY.createGenerator(ObjectWriteContext.empty(), new TrackedStream()).close();
    assertThat(closed[0]).isTrue();
    closed[0] = false;
    GodotFactory keepsOpen =
        FACTORY
            .rebuild()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET, StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();
    TrackedStream out = new TrackedStream();
    JsonGenerator generator = keepsOpen.createGenerator(ObjectWriteContext.empty(), out);
    generator.writeNumber(1);
    assertThat(out.size()).isEqualTo(8);
    generator.writeStartArray();
    generator.close();
    assertThat(closed[0]).isFalse();
    assertThat(out.size()).isEqualTo(8);
  }

  @Test
  void writesFrames() {
    GodotFactory framed = GodotFactory.builder().enable(GodotWriteFeature.LENGTH_FRAMED).build();
    assertThat(write(framed, to -> to.writeNumber(1).writeNumber(2)))
        .startsWith(8, 0, 0, 0, 2)
        .hasSize(2 * 12);
  }

  @Test
  void reportsPath() {
    JsonGenerator generator =
        FACTORY.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream());
    generator.writeStartObject().writeName("a").writeStartArray().writeNull().writeNull();
    assertThat(generator.streamWriteContext().pathAsPointer()).hasToString("/a/1");
    assertThat(generator.has(StreamWriteCapability.CAN_WRITE_BINARY_NATIVELY)).isTrue();
    generator.close();
  }
}
