package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import org.junit.jupiter.api.Test;

class VariantReaderRefusalTest {
  @Test
  void reportsPositionOfLastReadValue() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantDictionary.of("a", VariantArray.of(1, -5, 3), "b", 2));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> reader.refusal("x"))
          .withMessage("refusal but no value was read at $");
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
}
