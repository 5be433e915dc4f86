package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testsupport.Hex;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packed arrays and UTF-8 that a {@link VariantReader} returns as buffers. */
class VariantReaderBuffersTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void chargesUtf8BuffersToHeapLimit() {
    byte[] bytes = CODEC.encode(VariantArray.of("a", "b", "c", "d"));
    ReadLimits limits = ReadLimits.DEFAULT.withHeapBytes(150);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () -> {
              try (VariantReader r = CODEC.withLimits(limits).reader(bytes)) {
                r.beginArray();
                while (r.hasNext()) {
                  r.nextUtf8();
                }
              }
            });
  }

  @Test
  void returnsViewsOfPackedArrays() {
    VariantArray arrays =
        VariantArray.of(
            PackedByteArray.of((byte) 1, (byte) -2, (byte) 3),
            PackedInt32Array.of(1, Integer.MIN_VALUE),
            PackedInt64Array.of(1, Long.MIN_VALUE),
            PackedFloat32Array.of(1.5f, -0.0f),
            PackedFloat64Array.of(0.1, -0.0),
            PackedVector3Array.of(1, 2, 3, 4, 5, 6),
            PackedColorArray.of(0, 0.25f, 0.5f, 1),
            "after them");
    byte[] bytes = CODEC.encode(arrays);
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      ByteBuffer view = r.nextByteBuffer();
      assertThat(view).isEqualTo(ByteBuffer.wrap(new byte[] {1, -2, 3}));
      assertThat(view.isReadOnly()).isTrue();
      bytes[16] = 9;
      assertThat(view.get(0)).as("no copy").isEqualTo((byte) 9);
      assertThat(r.nextIntBuffer()).isEqualTo(IntBuffer.wrap(new int[] {1, Integer.MIN_VALUE}));
      assertThat(r.nextLongBuffer()).isEqualTo(LongBuffer.wrap(new long[] {1, Long.MIN_VALUE}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {1.5f, -0.0f}));
      assertThat(r.nextDoubleBuffer()).isEqualTo(DoubleBuffer.wrap(new double[] {0.1, -0.0}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {1, 2, 3, 4, 5, 6}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {0, 0.25f, 0.5f, 1}));
      assertThat(r.nextString()).isEqualTo("after them");
      r.endArray();
      r.expectEnd();
    }
  }

  @Test
  void rejectsViewOfOtherElementType() {
    VariantCodec twice = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    byte[] wide = twice.encode(PackedVector2Array.unsafeWrap(new double[] {0.1, 2}));
    try (VariantReader r = CODEC.reader(wide)) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextFloatBuffer)
          .withMessageContaining(
              "wanted packed 32-bit floats but found PackedVector2Array with components of 64"
                  + " bits");
      assertThat(r.nextDoubleBuffer()).isEqualTo(DoubleBuffer.wrap(new double[] {0.1, 2}));
    }
    try (VariantReader r = CODEC.reader(CODEC.encode(Variant.of(List.of(1))))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextByteBuffer)
          .withMessageContaining("wanted packed bytes but found Array");
      assertThat(r.nextValue()).isEqualTo(VariantArray.of(1));
    }
  }

  @Test
  void checksViewsLikeArrays() {
    byte[] cut = Arrays.copyOf(CODEC.encode(PackedInt64Array.of(1, 2)), 20);
    try (VariantReader r = CODEC.reader(cut)) {
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::nextLongBuffer)
          .withMessageContaining("PackedInt64Array count 2");
    }
    VariantCodec strict = CODEC.withLimits(ReadLimits.DEFAULT.withElements(1));
    try (VariantReader r = strict.reader(CODEC.encode(PackedInt64Array.of(1, 2)))) {
      assertThatExceptionOfType(VariantLimitException.class).isThrownBy(r::nextLongBuffer);
    }
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(new byte[] {9, 9, 39, 0, 0, 0}, 2, 4))) {
      assertThatExceptionOfType(VariantException.class).isThrownBy(r::nextFloatBuffer);
    }
  }

  @Test
  void returnsUtf8OfStrings() {
    for (String text : List.of("", "abc", "Élodie", "a\uD83D\uDE00b", "x".repeat(100))) {
      try (VariantReader reader =
          VariantCodec.GODOT_4.reader(
              VariantCodec.GODOT_4.encode(VariantArray.of(text, StringName.of(text), 7)))) {
        reader.beginArray();
        for (int i = 0; i < 2; i++) {
          ByteBuffer utf8 = reader.nextUtf8();
          assertThat(utf8.isReadOnly()).isTrue();
          assertThat(StandardCharsets.UTF_8.decode(utf8).toString()).isEqualTo(text);
        }
        assertThatThrownBy(reader::nextUtf8).isInstanceOf(VariantTypeException.class);
        assertThat(reader.nextLong()).isEqualTo(7);
        reader.endArray();
      }
    }
  }

  @Test
  void copiesUtf8IntoBuffer() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of("Élodie", StringName.of("ab"), "", 7, "\uFEFFx"));
    ByteBuffer target = ByteBuffer.allocate(12);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginArray();
      assertThat(reader.nextUtf8(target)).isEqualTo(7);
      assertThat(reader.nextUtf8(target)).isEqualTo(2);
      assertThat(reader.nextUtf8(target)).isZero();
      assertThat(StandardCharsets.UTF_8.decode(target.flip()).toString()).isEqualTo("Élodieab");
      assertThatThrownBy(() -> reader.nextUtf8(target)).isInstanceOf(VariantTypeException.class);
      reader.skipValue();
      assertThatThrownBy(() -> reader.nextUtf8(target.asReadOnlyBuffer()))
          .isInstanceOf(ReadOnlyBufferException.class);
      // A byte order mark does not belong to the string.
      assertThat(reader.nextUtf8(target.clear())).isEqualTo(1);
      assertThat(target.get(0)).isEqualTo((byte) 'x');
      reader.endArray();
    }
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer small = direct ? ByteBuffer.allocateDirect(6) : ByteBuffer.allocate(6);
      try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
        reader.beginArray();
        assertThatThrownBy(() -> reader.nextUtf8(small))
            .isInstanceOf(BufferOverflowException.class);
        assertThat(small.position()).isZero();
        assertThat(reader.path()).isEqualTo("$[0]");
        assertThat(reader.nextString()).isEqualTo("Élodie");
        assertThat(reader.nextUtf8(small)).isEqualTo(2);
      }
    }
    try (VariantReader reader =
        VariantCodec.GODOT_4.reader(Hex.bytes("04000000 02000000 c328 0000"))) {
      assertThatThrownBy(() -> reader.nextUtf8(target))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage("string is not valid UTF-8, at byte 8, $");
    }
  }

  /** A byte order mark and the bytes after a NUL do not belong to the string. */
  @Test
  void returnsSameUtf8AsDecodedString() {
    byte[] bytes = Hex.bytes("04000000 08000000 efbbbf 61c3a9 00 62");
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThat(StandardCharsets.UTF_8.decode(reader.nextUtf8()).toString())
          .isEqualTo(VariantCodec.GODOT_4.decode(bytes).asString());
    }
    try (VariantReader reader =
        VariantCodec.GODOT_4.reader(Hex.bytes("04000000 02000000 c328 0000"))) {
      assertThatThrownBy(reader::nextUtf8)
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage("string is not valid UTF-8, at byte 8, $");
    }
  }
}
