package io.github.godotvariant.internal.codec;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CodecOperationsTest {
  private static final VariantArray VALUE = VariantArray.of(1, 2);

  @Test
  void continuesAtCursorOfReader() {
    try (VariantReader outer = VariantCodec.GODOT_4.reader(VariantCodec.GODOT_4.encode(VALUE))) {
      ValueDecoder decoder = CODEC.decoder(outer);
      VariantReader reader = CODEC.reader(decoder);
      assertThat(CODEC.decoder(reader)).isSameAs(decoder);
      assertThat(reader.nextValue()).isEqualTo(VALUE);
      outer.expectEnd();
    }
  }

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
  void createsWriterAtDepth() {
    byte[] bytes = new byte[100];
    EncodedText.Cache keys = new EncodedText.Cache(CODEC.types(VariantCodec.GODOT_4));
    WireWriter out =
        WireWriter.fixed(CODEC.types(VariantCodec.GODOT_4), false, keys, bytes, 0, bytes.length);
    VariantWriter writer = CODEC.writer(CODEC.types(VariantCodec.GODOT_4), out, 7);
    assertThat(CODEC.depth(writer)).isEqualTo(7);
    writer.beginArray(2);
    assertThat(CODEC.depth(writer)).isEqualTo(8);
    writer.value(1).value(2).endArray();
    assertThat(Arrays.copyOf(bytes, out.size())).isEqualTo(VariantCodec.GODOT_4.encode(VALUE));
  }
}
