package io.github.godotvariant.internal.codec;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.wire.WireWriter;
import org.junit.jupiter.api.Test;

class CodecOperationsTest {
  private static final VariantArray VALUE = VariantArray.of(1, 2);

  @Test
  void chargesLimitsOfReader() {
    VariantCodec codec =
        VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(1000).withElements(10));
    try (VariantReader reader = codec.reader(codec.encode(VALUE))) {
      reader.beginArray();
      CODEC.charge(reader, 8, 800);
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> CODEC.charge(reader, 0, 200))
          .withMessageContaining("more memory than the limit");
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(() -> CODEC.charge(reader, 1, 0))
          .withMessageContaining("more elements than the limit");
    }
  }

  @Test
  void countsContainerThatCallerWrites() {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray();
    WireWriter out = CODEC.begin(writer);
    out.writeArrayHeader(ElementType.UNTYPED, 0);
    CODEC.end(writer);
    byte[] bytes = writer.endArray().toByteArray();
    assertThat(VariantCodec.GODOT_4.decode(bytes)).isEqualTo(VariantArray.of(VariantArray.EMPTY));
  }
}
