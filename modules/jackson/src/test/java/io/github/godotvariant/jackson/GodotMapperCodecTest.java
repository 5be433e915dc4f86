package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.GodotMapperTest.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.jackson.GodotMapperTest.PlayerUpdate;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Tests the codecs that {@link GodotMapper} returns, and values that cannot be written. */
class GodotMapperCodecTest {
  private static final GodotMapper MAPPER = GodotMapper.builder().build();

  @Test
  void encodesAndDecodesWithCodec() {
    ValueCodec<PlayerUpdate> codec = MAPPER.codec(PlayerUpdate.class);
    byte[] bytes = codec.encode(UPDATE);
    assertThat(bytes).isEqualTo(MAPPER.writeValueAsBytes(UPDATE));
    assertThat(codec.decode(bytes)).isEqualTo(UPDATE);
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 4);
    codec.encodeTo(UPDATE, buffer);
    assertThat(codec.decodeFrom(buffer.flip())).isEqualTo(UPDATE);
    assertThat(codec.variantCodec().dialect()).isEqualTo(VariantCodec.GODOT_4.dialect());
    assertThat(MAPPER.codec(new TypeReference<List<PlayerUpdate>>() {}).decode(bytes(List.of())))
        .isEmpty();

    // Inside another value.
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().value(1);
    codec.write(writer, UPDATE);
    try (var reader = VariantCodec.GODOT_4.reader(writer.value(2).endArray().toByteArray())) {
      reader.beginArray();
      assertThat(reader.nextLong()).isEqualTo(1);
      assertThat(codec.read(reader)).isEqualTo(UPDATE);
      assertThat(reader.nextLong()).isEqualTo(2);
    }
  }

  /** The codec skips tokens that a deserializer does not read. */
  @Test
  void readsWholeValueWithCodec() {
    SimpleModule lazy =
        new SimpleModule()
            .addDeserializer(
                StringBuilder.class,
                new ValueDeserializer<StringBuilder>() {
                  @Override
                  public StringBuilder deserialize(JsonParser in, DeserializationContext context) {
                    return new StringBuilder("left");
                  }
                });
    ValueCodec<StringBuilder> codec =
        GodotMapper.builder()
            .addModule(lazy)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .codec(StringBuilder.class);
    for (Object value : List.of(new Vector3(1, 2, 3), List.of(1, List.of(2)), Map.of("a", 1), 5)) {
      try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes(List.of(value, 7)))) {
        reader.beginArray();
        assertThat(codec.read(reader)).hasToString("left");
        assertThat(reader.nextLong()).isEqualTo(7);
      }
      assertThat(codec.decode(bytes(value))).hasToString("left");
    }
    byte[] cut = Arrays.copyOf(bytes(List.of(1, 2)), 20);
    assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(MalformedVariantException.class);
  }

  @Test
  void throwsExceptionsOfCodecs() {
    ValueCodec<PlayerUpdate> codec = MAPPER.codec(PlayerUpdate.class);
    assertThatThrownBy(() -> codec.decode(bytes(Map.of("id", "x"))))
        .isInstanceOf(VariantTypeException.class)
        .hasMessage(
            "Cannot coerce String value (\"x\") to `int` value (but might if coercion using"
                + " `CoercionConfig` was enabled), at byte 20, $.id")
        .hasNoCause();
    assertThatThrownBy(() -> codec.decode(bytes(Variant.NIL)))
        .isInstanceOf(VariantTypeException.class);
    assertThatThrownBy(() -> codec.decode(new byte[] {2, 0, 0}))
        .isInstanceOf(MalformedVariantException.class);
    ValueCodec<BigInteger> numbers = MAPPER.codec(BigInteger.class);
    assertThatThrownBy(() -> numbers.encode(BigInteger.ONE.shiftLeft(70)))
        .isInstanceOf(InexpressibleVariantException.class);
    ValueCodec<Object> objects = MAPPER.codec(Object.class);
    assertThatThrownBy(() -> objects.encode(new FailingGetter()))
        .isInstanceOf(InexpressibleVariantException.class)
        .hasCauseInstanceOf(DatabindException.class);
  }

  @GodotRecord
  record Listing(@Typed List<Object> all) {}

  /** The writer is in the same state as before the failed call. */
  @Test
  void restoresWriterAfterFailure() {
    BigInteger large = BigInteger.ONE.shiftLeft(70);
    List<Object> failing =
        List.of(
            large,
            List.of(1, large),
            Map.of("a", List.of(1, Map.of("b", large))),
            List.of(1, new FailingGetter()),
            new Listing(List.of(1, large)));
    for (Object value : failing) {
      VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray().value(1);
      int size = writer.size();
      assertThatThrownBy(() -> MAPPER.codec(Object.class).write(writer, value))
          .isInstanceOf(InexpressibleVariantException.class);
      assertThat(writer.size()).isEqualTo(size);
      assertThat(writer.path()).isEqualTo("$[1]");
      MAPPER.codec(Object.class).write(writer, 2);
      assertThat(VariantCodec.GODOT_4.decode(writer.endArray().toByteArray()))
          .isEqualTo(VariantArray.of(1, 2));
    }
    assertThatThrownBy(() -> MAPPER.codec(Object.class).encode(List.of(1, large)))
        .hasMessageContaining("$[1]");
  }

  /** The failing part is converted before it is written. */
  @Test
  void writesNoPartOfFailedValue() {
    Listing failing = new Listing(List.of(1, BigInteger.ONE.shiftLeft(70)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThatThrownBy(
            () -> {
              try (JsonGenerator generator = MAPPER.createGenerator(out)) {
                generator.writeStartArray();
                MAPPER.writeValue(generator, failing);
              }
            })
        .isInstanceOf(JacksonException.class);
    assertThat(out.size()).isZero();
  }

  static class FailingGetter {
    public int getNumber() {
      throw new IllegalStateException("failed");
    }
  }
}
