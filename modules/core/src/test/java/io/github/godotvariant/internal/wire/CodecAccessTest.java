package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the codec hands to the records has the codec's settings. */
class CodecAccessTest {
  private static final VariantCodec IDS = VariantCodec.GODOT_4;
  private static final VariantCodec FULL = IDS.withObjects(ObjectMode.FULL);
  private static final Variant OBJECT =
      new ObjectValue("Node", List.of(new ObjectValue.Property("name", Variant.of("a"))));

  /** In a part of an array. */
  private static ValueDecoder decoder(VariantCodec codec) {
    byte[] object = FULL.encode(OBJECT);
    byte[] bytes = new byte[object.length + 20];
    System.arraycopy(object, 0, bytes, 8, object.length);
    return CodecAccess.decoderOf(codec, new DecoderCache(), bytes, 8, 8 + object.length);
  }

  @Test
  void decodersReadWhatTheCodecReads() {
    ValueDecoder decoder = decoder(FULL);
    assertThat(decoder.read()).isEqualTo(OBJECT);
    assertThat(decoder.remaining()).isZero();
    assertThatExceptionOfType(ForbiddenVariantException.class)
        .isThrownBy(() -> decoder(IDS).read());
  }

  @Test
  void readersGoOnWhereACursorIs() {
    ValueDecoder decoder = decoder(FULL);
    Cursor cursor = new Cursor(decoder);
    try (VariantReader reader = (VariantReader) CodecAccess.readerFrom(cursor)) {
      assertThat(CodecAccess.of(reader)).isSameAs(cursor);
      assertThat(reader.nextValue()).isEqualTo(OBJECT);
      reader.expectEnd();
    }
  }

  @Test
  void writesWhatTheCodecWrites() {
    byte[] wanted = FULL.encode(OBJECT);
    byte[] bytes = new byte[wanted.length + 8];
    WireWriter writer = CodecAccess.wireWriterOf(FULL, bytes, 4, 4 + wanted.length);
    new ValueEncoder(writer).write(OBJECT);
    assertThat(writer.size()).isEqualTo(wanted.length);
    assertThat(Arrays.copyOfRange(bytes, 4, 4 + wanted.length)).isEqualTo(wanted);
    WireWriter ofIds = CodecAccess.wireWriterOf(IDS, bytes, 0, bytes.length);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> new ValueEncoder(ofIds).write(OBJECT));
  }

  @Test
  void writesAtADepth() {
    byte[] bytes = new byte[100];
    WireWriter out = CodecAccess.wireWriterOf(IDS, bytes, 0, bytes.length);
    VariantWriter writer = (VariantWriter) CodecAccess.writerTo(out, 7);
    assertThat(CodecAccess.depthOf(writer)).isEqualTo(7);
    writer.beginArray(1);
    assertThat(CodecAccess.depthOf(writer)).isEqualTo(8);
    writer.value(5).endArray();
    assertThat(Arrays.copyOf(bytes, out.size())).isEqualTo(IDS.encode(VariantArray.of(5)));
  }
}
