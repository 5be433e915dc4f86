package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers in text and their precision. */
class TextNumbersTest {
  /** Godot 4.6 reads these numbers as infinity. */
  @ParameterizedTest
  @ValueSource(strings = {"1e400", "1e309", "123456789e305", "0.1e310", "1e400000000000"})
  void readsTooLargeNumbersAsInfinity(String text) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(Variant.of(Double.POSITIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("-" + text))
        .isEqualTo(Variant.of(Double.NEGATIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("Vector2(" + text + ", 1)"))
        .isEqualTo(new Vector2(Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void readsExponentsWithManyZeros() {
    int zeros = 1_000_004;
    String digits = "0." + "0".repeat(zeros) + "1e";
    assertThat(VariantText.GODOT_4.parse(digits + (zeros + 101))).isEqualTo(Variant.of(1e100));
    assertThat(VariantText.GODOT_4.parse(digits + (zeros + 1))).isEqualTo(Variant.of(1.0));
    assertThat(VariantText.GODOT_4.parse("1" + "0".repeat(zeros) + "e-" + (zeros - 1)))
        .isEqualTo(Variant.of(10.0));
    assertThat(VariantText.GODOT_4.parse("1e99999999999999999999"))
        .isEqualTo(Variant.of(Double.POSITIVE_INFINITY));
    assertThat(VariantText.GODOT_4.parse("1e-99999999999999999999")).isEqualTo(Variant.of(0.0));
  }

  @Test
  void printsShortestDigitsOfColorsAndReads32Bits() {
    Color wide = new Color(0.30000000000000004, 0.5, Math.PI, 0.1f);
    assertThat(wide).hasToString("Color(0.30000000000000004, 0.5, 3.141592653589793, 0.1)");
    assertThat(PackedColorArray.of(wide))
        .hasToString("PackedColorArray(0.30000000000000004, 0.5, 3.141592653589793, 0.1)");
    VariantText doubles = VariantText.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    for (VariantText text : List.of(VariantText.GODOT_4, doubles)) {
      assertThat(text.parse(wide.toString()))
          .isEqualTo(new Color(0.3f, 0.5, (float) Math.PI, 0.1f));
    }
  }

  @Test
  void readsComponentsInConfiguredPrecision() {
    assertThat(VariantText.GODOT_4.parse("Vector2(0.1, 16777217)"))
        .isEqualTo(new Vector2(0.1f, 16777216));
    assertThat(
            VariantText.GODOT_4
                .withRealPrecision(RealPrecision.DOUBLE)
                .parse("Vector2(0.1, 16777217)"))
        .isEqualTo(new Vector2(0.1, 16777217));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.1",
        "2.7715077941825975e-163",
        "2.2790121708605243e+274",
        "4.9e-324",
        "9007199254740993.0",
        "123456789012345678901234567890.0",
        "2.2250738585072011e-308",
        "0.30000000000000004",
        "179769313486231570000000000000000000000.5e270"
      })
  void roundsNumbersToNearestDouble(String text) {
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(Variant.of(Double.parseDouble(text)));
  }
}
