package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.GeneratedValues.FACTORY;
import static io.github.godotvariant.jackson.GeneratedValues.write;
import static io.github.godotvariant.jackson.GeneratedValues.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamWriteException;

/** Tests a {@link GodotGenerator} after failures, with unfinished values and after close. */
class GodotGeneratorFailureTest {
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

  /** Closing completes unfinished values, but not failed ones. */
  @Test
  void writesNoPartOfFailedValue() {
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

  /** If the first call of a value fails, the generator stays usable. */
  @Test
  void writesValueAfterFailedFirstCall() {
    assertThat(
            written(
                to -> {
                  assertThatThrownBy(() -> to.writeNumber(BigInteger.ONE.shiftLeft(63)))
                      .isInstanceOf(StreamWriteException.class);
                  to.writeNumber(1);
                }))
        .isEqualTo(Variant.of(1));
  }

  @Test
  void rejectsKeysThatAreEqualAfterRounding() {
    byte[] bytes =
        VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE))
            .encode(VariantDictionary.of(new Vector2(0.1, 1), 1, new Vector2(0.1f, 1), 2));
    GodotFactory factory = GodotFactory.builder().enable(GodotReadFeature.STRINGIFY_KEYS).build();
    JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes);
    JsonGenerator generator =
        factory.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream());
    assertThatThrownBy(
            () -> {
              while (parser.nextToken() != null) {
                generator.copyCurrentEvent(parser);
              }
            })
        .isInstanceOf(StreamWriteException.class)
        .hasMessageContaining("is the same as a later key once it is rounded to 32 bits");
  }

  /** The target fails after a part of a value. */
  @Test
  void throwsSameExceptionAfterFailureOfTarget() {
    for (boolean checked : new boolean[] {true, false}) {
      ByteArrayOutputStream accepted = new ByteArrayOutputStream();
      OutputStream full =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
              accepted.write(bytes, from, Math.min(length, 4));
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
      assertThat(accepted.size()).isEqualTo(4);
    }
  }

  @Test
  void writesNothingAfterClose() {
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

  /** Generators share buffers, but an unfinished value does not reach the next generator. */
  @Test
  void discardsUnfinishedValueOnClose() {
    JsonGenerator unfinished =
        FACTORY.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream());
    unfinished.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, false);
    unfinished.writeStartArray().writeString("left");
    unfinished.close();
    assertThat(written(to -> to.writeNumber(7))).isEqualTo(Variant.of(7));
  }
}
