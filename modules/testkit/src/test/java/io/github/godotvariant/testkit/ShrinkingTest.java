package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
  @Test
  void keepsOnlyFailingPart() {
    Variant value =
        VariantDictionary.of(
            "a", VariantArray.of(1, VariantDictionary.of(2, 7L, "x", 5)), "b", VariantArray.EMPTY);
    assertThat(smallestWith(value, "7")).isEqualTo(IntValue.of(7));
  }

  @Test
  void keepsDependentPartsTogether() {
    VariantArray typed = VariantArray.of(1, 2, 3).withElementType(ElementType.of(VariantType.INT));
    Variant smallest =
        Shrinking.smallest(
            VariantDictionary.of("k", typed),
            candidates ->
                candidates.stream()
                    .filter(v -> v.toString().contains("Array[int]") && v.toString().contains("3"))
                    .findFirst());
    assertThat(smallest)
        .isEqualTo(VariantArray.of(3).withElementType(ElementType.of(VariantType.INT)));
  }

  @Test
  void terminatesForAnyValue() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 1);
    for (int i = 0; i < 2000; i++) {
      Variant value = random.next();
      Variant smallest = Shrinking.smallest(value, candidates -> candidates.stream().findFirst());
      assertThat(Shrinking.simpler(smallest)).isEmpty();
    }
  }

  private static Variant smallestWith(Variant value, String text) {
    return Shrinking.smallest(
        value,
        candidates -> candidates.stream().filter(v -> v.toString().contains(text)).findFirst());
  }
}
