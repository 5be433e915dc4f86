package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of real engines, of random values, and damaged ones, parsed. */
class TextParsingTest {
  private static final int VALUES = 2000;
  private static final int DAMAGED = 5000;
  private static final int NUMBERS = 200_000;

  /** Printing what was parsed gives the engine's text again. */
  @ParameterizedTest(name = "{0}: {2} texts")
  @CsvSource({"4.6, GODOT_4, 754", "3.6, GODOT_3, 394", "3.2, GODOT_3_2, 394"})
  void theEnginesTextsThereAndBack(String engine, TextNotation notation, int parsed) {
    VariantText text = VariantText.of(notation);
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      if (notation != TextNotation.GODOT_4 && holdsRid(vector.text())) {
        continue;
      }
      tried++;
      try {
        String again = text.print(text.parse(vector.text()));
        if (!again.equals(vector.text())) {
          failures.add(vector + ": " + again + " instead of " + vector.text());
        }
      } catch (VariantException e) {
        failures.add(vector + ": " + e);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(tried).isEqualTo(parsed);
  }

  /** Godot 3 prints nothing at all for a RID. */
  private static boolean holdsRid(String text) {
    return text.isEmpty()
        || text.contains("[ ,")
        || text.contains(", ,")
        || text.contains(": ,")
        || text.contains("\n: ")
        || text.contains(": \n");
  }

  /**
   * Printing what was parsed gives the text again, but for paths, which become normal, and keys
   * that have no order, which may come in another one, or that print the same.
   */
  @Test
  void textsComeBack() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 1);
    int tried = 0;
    int same = 0;
    while (tried < VALUES) {
      String text = random.next().toString();
      if (!text.contains("NodePath(")) {
        tried++;
        String again = VariantText.GODOT_4.parse(text).toString();
        same += again.equals(text) ? 1 : 0;
      }
    }
    assertThat(same).isGreaterThan(VALUES * 9 / 10);
  }

  @Test
  void numbersComeBackBitByBit() {
    SplittableRandom random = new SplittableRandom(1);
    double[] wide = new double[NUMBERS];
    float[] narrow = new float[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      int bits = random.nextInt();
      long wideBits = random.nextLong();
      narrow[i] = Float.intBitsToFloat((bits & 0x7F800000) == 0x7F800000 ? 1 : bits);
      wide[i] =
          Double.longBitsToDouble(
              (wideBits & 0x7FF0000000000000L) == 0x7FF0000000000000L ? 1 : wideBits);
    }
    assertThat(VariantText.GODOT_4.parse(PackedFloat32Array.of(narrow).toString()))
        .isEqualTo(PackedFloat32Array.of(narrow));
    assertThat(VariantText.GODOT_4.parse(PackedFloat64Array.of(wide).toString()))
        .isEqualTo(PackedFloat64Array.of(wide));
    assertThat(VariantText.GODOT_4.parse("5e-324")).isEqualTo(FloatValue.of(Double.MIN_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"godot-4, GODOT_4", "godot-3, GODOT_3"})
  void damagedTextsGiveAValueOrAnExceptionWithAPlace(String dialect, TextNotation notation) {
    VariantText text = VariantText.of(notation);
    RandomVariants values = RandomVariants.of(Dialect.named(dialect).orElseThrow(), 7);
    SplittableRandom random = new SplittableRandom(7);
    int refused = 0;
    for (int i = 0; i < DAMAGED; i++) {
      StringBuilder damaged = new StringBuilder(text.print(values.next()));
      for (int j = 0; j <= random.nextInt(3) && damaged.length() > 0; j++) {
        int at = random.nextInt(damaged.length());
        int to = Math.min(damaged.length(), at + 1 + random.nextInt(20));
        switch (random.nextInt(4)) {
          case 0 -> damaged.delete(at, to);
          case 1 -> damaged.insert(at, damaged.substring(at, to));
          case 2 ->
              damaged.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xFFFF));
          default -> damaged.setLength(at);
        }
      }
      try {
        text.parse(damaged);
      } catch (MalformedTextException e) {
        refused++;
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
        assertThat(e.getMessage()).doesNotContain("\n");
        assertThat(e.caretLines().lines()).hasSize(2);
      }
    }
    assertThat(refused).isBetween(DAMAGED / 2, DAMAGED - 100);
  }
}
