package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import org.junit.jupiter.api.Test;

/** What the documentation of this module prints as Java, compiled and run as it is printed. */
class SamplesTest {
  @Test
  void vectors() {
    for (Vectors.Golden golden : Vectors.golden("4.6")) {
      VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
      assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
      if (golden.decoded().equals(golden.value())) { // nothing that the engine loses
        assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
      }
    }
  }

  @Test
  void randomValues() {
    VariantCodec codec = VariantCodec.GODOT_4;
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
    for (int i = 0; i < 1000; i++) {
      Variant value = random.next();
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
  }
}
