package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ValueCodecTest {
  private static final UUID ID = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
  private static final ValueCodec<UUID> IDS = createCodec(ID);

  private static ValueCodec<UUID> createCodec(UUID id) {
    ValueCodec<UUID> ids =
        new ValueCodec<>() {
          @Override
          public VariantCodec variantCodec() {
            return VariantCodec.GODOT_4;
          }

          @Override
          public UUID read(VariantReader reader) {
            String text = reader.nextString();
            try {
              return UUID.fromString(text);
            } catch (IllegalArgumentException e) {
              throw reader.refusal("wanted a UUID but found \"" + text + "\"");
            }
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
  void movesBufferPositionOnSuccess() {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    IDS.encodeTo(ID, buffer);
    assertThat(buffer.position()).isEqualTo(44);
    buffer.flip();
    assertThat(IDS.decode(buffer)).isEqualTo(ID);
    assertThat(buffer.hasRemaining()).isFalse();
    assertThatThrownBy(() -> IDS.encodeTo(ID, ByteBuffer.allocate(43)))
        .isInstanceOf(BufferOverflowException.class);
  }

  /** The exception is a {@link VariantTypeException} with offset and path. */
  @Test
  void rejectsValueThatCodecRejects() {
    byte[] hostile = VariantCodec.GODOT_4.encode(VariantArray.of("no such thing"));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(hostile)) {
      reader.beginArray();
      assertThatThrownBy(() -> IDS.read(reader))
          .isInstanceOf(VariantTypeException.class)
          .hasMessage("wanted a UUID but found \"no such thing\", at byte 8, $[0]");
    }
  }

  @Test
  void rejectsTrailingBytesAndKeepsPosition() {
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
  void decodesConsecutiveValuesFromBuffer() {
    for (ByteBuffer two :
        new ByteBuffer[] {ByteBuffer.allocate(89), ByteBuffer.allocateDirect(89)}) {
      two.put((byte) 99); // before the value
      IDS.encodeTo(ID, two);
      two.put(VariantCodec.GODOT_4.encode(Variant.of("x".repeat(36))));
      two.flip().position(1);
      assertThat(IDS.decodeFrom(two)).isEqualTo(ID);
      assertThat(two.position()).isEqualTo(45);
      assertThatThrownBy(() -> IDS.decodeFrom(two)).isInstanceOf(VariantTypeException.class);
      assertThat(two.position()).isEqualTo(45);
      assertThat(VariantCodec.GODOT_4.decodeFrom(two)).isEqualTo(Variant.of("x".repeat(36)));
      assertThat(two.hasRemaining()).isFalse();
      assertThatThrownBy(() -> VariantCodec.GODOT_4.decodeFrom(two))
          .isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void readsStreamToEndOrLimit() throws IOException {
    byte[] bytes = IDS.encode(ID);
    assertThat(IDS.decode(new ByteArrayInputStream(bytes))).isEqualTo(ID);
    VariantCodec small = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withBytes(8));
    InputStream endless =
        new InputStream() {
          private int taken;

          @Override
          public int read() {
            return taken++ < 9 ? 0 : fail("more was taken than the limit and a byte");
          }

          @Override
          public int read(byte[] into, int at, int length) {
            assertThat(length).isLessThan(10);
            for (int i = 0; i < length; i++) {
              into[at + i] = (byte) read();
            }
            return length;
          }
        };
    assertThatThrownBy(() -> small.decode(endless))
        .isInstanceOf(VariantLimitException.class)
        .hasMessage("input of 9 bytes is longer than the limit of 8, at byte 0, $");
  }

  @Test
  void implementsValueCodecForVariants() {
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
