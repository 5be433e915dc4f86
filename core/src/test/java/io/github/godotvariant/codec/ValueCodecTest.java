package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantTypeException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ValueCodecTest {
  private static final UUID ID = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
  private static final ValueCodec<UUID> IDS = sample(ID);

  private static ValueCodec<UUID> sample(UUID id) {
    ValueCodec<UUID> ids =
        new ValueCodec<>() {
          @Override
          public VariantCodec variantCodec() {
            return VariantCodec.GODOT_4;
          }

          @Override
          public UUID read(VariantReader reader) {
            return UUID.fromString(reader.nextString());
          }

          @Override
          public void write(VariantWriter writer, UUID id) {
            writer.value(id.toString());
          }
        };
    byte[] packet = ids.encode(id);
    assertThat(packet).isEqualTo(VariantCodec.GODOT_4.encode(Variant.of(id.toString())));
    assertThat(ids.decode(packet)).isEqualTo(id);
    return ids;
  }

  @Test
  void buffersMoveWhenAllIsWell() {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    IDS.encodeTo(ID, buffer);
    assertThat(buffer.position()).isEqualTo(44);
    buffer.flip();
    assertThat(IDS.decode(buffer)).isEqualTo(ID);
    assertThat(buffer.hasRemaining()).isFalse();
    assertThatThrownBy(() -> IDS.encodeTo(ID, ByteBuffer.allocate(43)))
        .isInstanceOf(BufferOverflowException.class);
  }

  @Test
  void theRestIsRefused() {
    ByteBuffer two = ByteBuffer.allocate(96);
    IDS.encodeTo(ID, two);
    IDS.encodeTo(ID, two);
    two.flip();
    assertThatThrownBy(() -> IDS.decode(two))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("44 bytes follow");
    assertThat(two.position()).isZero();
    assertThatThrownBy(() -> IDS.decode(VariantCodec.GODOT_4.encode(Variant.of(7))))
        .isInstanceOf(VariantTypeException.class);
  }

  @Test
  void variantsAreOne() {
    ValueCodec<Variant> codec = VariantCodec.GODOT_4;
    Variant value = Variant.of("text");
    byte[] bytes = codec.encode(value);
    assertThat(codec.decode(bytes)).isEqualTo(value);
    try (VariantReader reader = codec.variantCodec().reader(bytes)) {
      assertThat(codec.read(reader)).isEqualTo(value);
    }
    VariantWriter writer = codec.variantCodec().writer();
    codec.write(writer, value);
    assertThat(writer.toByteArray()).isEqualTo(bytes);
  }
}
