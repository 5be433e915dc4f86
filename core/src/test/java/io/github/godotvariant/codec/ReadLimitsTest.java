package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ReadLimitsTest {
  private static void exactly(
      Variant value, ReadLimits enough, ReadLimits tooLittle, String problem) {
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    VariantCodec generous = VariantCodec.GODOT_4.withLimits(enough);
    VariantCodec strict = VariantCodec.GODOT_4.withLimits(tooLittle);
    assertThat(generous.decode(bytes)).isEqualTo(value);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> strict.decode(bytes))
        .withMessageContaining(problem);
    try (VariantReader reader = generous.reader(bytes)) {
      reader.skip();
      reader.expectEnd();
    }
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () -> {
              try (VariantReader reader = strict.reader(bytes)) {
                reader.skip();
              }
            })
        .withMessageContaining(problem);
  }

  @Test
  void depth() {
    exactly(
        VariantArray.of(VariantArray.of(1), 2),
        ReadLimits.DEFAULT.withDepth(2),
        ReadLimits.DEFAULT.withDepth(1),
        "nested deeper than the limit of 1 level");
    exactly(
        VariantArray.of(1),
        ReadLimits.DEFAULT.withDepth(1),
        ReadLimits.DEFAULT.withDepth(0),
        "nested deeper than the limit of 0 levels");
  }

  @Test
  void bytes() {
    exactly(
        Variant.of(1),
        ReadLimits.DEFAULT.withBytes(8),
        ReadLimits.DEFAULT.withBytes(7),
        "input of 8 bytes is longer than the limit of 7");
  }

  @Test
  void elements() {
    exactly(
        VariantDictionary.of("a", VariantArray.of(1, 2), "b", PackedInt32Array.of(1, 2, 3)),
        ReadLimits.DEFAULT.withElements(7),
        ReadLimits.DEFAULT.withElements(6),
        "more elements than the limit of 6");
  }

  @Test
  void stringBytes() {
    exactly(
        Variant.of("äbc"),
        ReadLimits.DEFAULT.withStringBytes(4),
        ReadLimits.DEFAULT.withStringBytes(3),
        "string of 4 bytes is longer than the limit of 3");
  }

  @Test
  void heapBytes() {
    exactly(
        PackedByteArray.of(new byte[1000]),
        ReadLimits.DEFAULT.withHeapBytes(2000),
        ReadLimits.DEFAULT.withHeapBytes(1000),
        "more memory than the limit of 1000 bytes");
    VariantArray strings = VariantArray.copyOf(Collections.nCopies(1000, Variant.of("x")));
    exactly(
        strings,
        ReadLimits.DEFAULT.withHeapBytes(100_000),
        ReadLimits.DEFAULT.withHeapBytes(50_000),
        "more memory than the limit of 50000 bytes");
  }

  @Test
  void negativeLimitsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReadLimits.DEFAULT.withDepth(-1))
        .withMessageContaining("depth -1");
  }
}
