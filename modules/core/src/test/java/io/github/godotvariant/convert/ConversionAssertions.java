package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.convert.Loss.Reason;
import io.github.godotvariant.dialect.Dialect;
import java.util.List;

/** Conversions that several test classes use, with checks of their losses. */
final class ConversionAssertions {
  /** Returns a conversion that downgrades values instead of failing. */
  static Conversion downgrading(Dialect from, Dialect to) {
    return Conversion.from(from).to(to).withPolicy(ConversionPolicy.DOWNGRADE);
  }

  /** Converts a value from Godot 4 to Godot 3. */
  static Conversion.Result downgradeToGodot3(Object value) {
    return downgrading(Dialect.GODOT_4, Dialect.GODOT_3).convert(Variant.of(value));
  }

  /** Converts a value without losses. */
  static Variant converted(Dialect from, Dialect to, Variant value) {
    return Conversion.from(from).to(to).convert(value).value();
  }

  /** Returns the descriptions of the losses. */
  static List<String> descriptions(Conversion.Result result) {
    return result.losses().stream().map(Loss::toString).toList();
  }

  /** Checks the converted value and that the result has one loss, at the root. */
  static void assertLoss(Conversion.Result result, Variant expected, Reason reason) {
    assertThat(result.value()).isEqualTo(expected);
    assertThat(result.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.reason()).isEqualTo(reason);
              assertThat(loss.effect()).isEqualTo(reason.effect());
              assertThat(loss.path()).isEqualTo(VariantPath.ROOT);
              assertThat(loss.after()).isEqualTo(expected.type());
            });
  }
}
