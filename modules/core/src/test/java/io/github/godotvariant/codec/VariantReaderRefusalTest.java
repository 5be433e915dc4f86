package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.assertIllegalState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import org.junit.jupiter.api.Test;

class VariantReaderRefusalTest {
  @Test
  void reportsPositionOfLastReadValue() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantDictionary.of("a", VariantArray.of(1, -5, 3), "b", 2));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertIllegalState(() -> reader.refusal("x"), "refusal but no value was read at $");
      reader.beginDictionary();
      assertThat(reader.nextString()).isEqualTo("a");
      assertThat(reader.refusal("no a")).hasMessage("no a, at byte 8, ${key 0}");
      assertThat(reader.nextString()).as("key is read again").isEqualTo("a");
      reader.beginArray();
      assertThatIllegalStateException().isThrownBy(() -> reader.refusal("x"));
      assertThat(reader.nextLong()).isEqualTo(1);
      assertThat(reader.nextLong()).isEqualTo(-5);
      assertThat(reader.refusal("negative")).hasMessage("negative, at byte 36, $.a[1]");
      assertThat(reader.nextLong()).isEqualTo(-5);
      reader.skipValue();
      reader.endArray();
      assertThat(reader.refusal("all of it")).hasMessage("all of it, at byte 20, $.a");
      reader.skipValue();
      assertThat(reader.nextString()).isEqualTo("b");
      assertThat(reader.nextLong()).isEqualTo(2);
      reader.endDictionary();
      assertThat(reader.refusal("whole")).hasMessage("whole, at byte 0, $");
    }
  }

  @Test
  void reportsPositionOfIntOutOfRange() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of(
                "a",
                VariantArray.of(
                    Integer.MIN_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MIN_VALUE - 1L,
                    Integer.MAX_VALUE + 1L,
                    "x")));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginDictionary();
      assertThat(reader.nextKeyIs(VariantKey.of("a"))).isTrue();
      reader.beginArray();
      assertThat(reader.nextInt()).isEqualTo(Integer.MIN_VALUE);
      assertThat(reader.nextInt()).isEqualTo(Integer.MAX_VALUE);
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(reader::nextInt)
          .withMessage(
              "wanted an int from -2147483648 to 2147483647 but found -2147483649, at byte 44,"
                  + " $.a[2]");
      assertThat(reader.nextLong()).as("value is still next").isEqualTo(Integer.MIN_VALUE - 1L);
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(reader::nextInt)
          .withMessage(
              "wanted an int from -2147483648 to 2147483647 but found 2147483648, at byte 56,"
                  + " $.a[3]");
      reader.skipValue();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(reader::nextInt)
          .withMessage("wanted int but found String, at byte 68, $.a[4]");
      reader.skipValue();
      assertIllegalState(reader::nextInt, "nextInt but the Array at $.a[4] is at its end");
    }
  }

  @Test
  void readsWideIntsInRange() {
    byte[] wide = {2, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0};
    try (VariantReader reader = VariantCodec.GODOT_4.reader(wide)) {
      assertThat(reader.nextInt()).isEqualTo(5);
      reader.expectEnd();
    }
  }
}
