package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the samples in the documentation of this module, word for word. */
class SamplesTest {
  @Test
  void encodesAndDecodesVectors() {
    for (Vectors.Golden golden : Vectors.golden("4.6")) {
      VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
      assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
      if (golden.decoded().equals(golden.value())) { // the engine keeps all data
        assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
      }
    }
  }

  @Test
  void reportsDifferences() {
    Variant expected = VariantDictionary.of("at", new Vector3(0.1, 0.2, 0.3));
    Variant actual = VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(expected));
    Differences.between(expected, actual); // $.at.x: expected 0.1 but was 0.10000000149011612 …
    Differences.afterWriting(VariantCodec.GODOT_4, expected, actual); // none
    assertThat(Differences.between(expected, actual))
        .hasSize(3)
        .startsWith("$.at.x: expected 0.1 but was 0.10000000149011612");
    assertEquals(List.of(), Differences.afterWriting(VariantCodec.GODOT_4, expected, actual));
  }

  @Test
  void findsNoDifferences() {
    Variant expected = VariantDictionary.of("hp", 100);
    Variant actual = VariantDictionary.of("hp", 100);
    assertEquals(List.of(), Differences.between(expected, actual));
  }

  @Test
  void decodesRandomValues() {
    VariantCodec codec = VariantCodec.GODOT_4;
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
    for (int i = 0; i < 1000; i++) {
      Variant value = random.next();
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
  }
}
