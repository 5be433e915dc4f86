package io.github.godotvariant.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating-point numbers as Godot 4.6 writes them in text: the fewest digits that read back. */
public final class Decimals {
  private static final int MAX_DIGITS_SINGLE = 9;
  private static final int MAX_DIGITS_DOUBLE = 17;

  /** Decimal exponents outside of this range are written with an {@code e}. */
  private static final int SMALLEST_PLAIN_EXPONENT = -4;

  private static final int LARGEST_PLAIN_EXPONENT = 15;

  private Decimals() {}

  /**
   * A 64-bit number; one that a 32-bit float holds exactly gets only the digits that one needs.
   *
   * @param value any number
   * @return for example {@code 0.1}, {@code 1e+30}, {@code 16777216}, {@code inf_neg}, {@code nan}
   */
  public static String text(double value) {
    return (double) (float) value == value ? text((float) value) : format(value, false);
  }

  /**
   * A 32-bit number.
   *
   * @param value any number
   * @return as {@link #text(double)}
   */
  public static String text(float value) {
    return format(value, true);
  }

  private static String format(double value, boolean single) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "inf_neg";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal shortest = shortest(Math.abs(value), single).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    StringBuilder text = new StringBuilder(value < 0 ? "-" : "");
    if (digits.length() <= point && point <= LARGEST_PLAIN_EXPONENT) {
      text.append(digits).append("0".repeat(point - digits.length()));
    } else if (0 < point && point <= LARGEST_PLAIN_EXPONENT) {
      text.append(digits, 0, point).append('.').append(digits, point, digits.length());
    } else if (SMALLEST_PLAIN_EXPONENT < point && point <= 0) {
      text.append("0.").append("0".repeat(-point)).append(digits);
    } else {
      text.append(digits.charAt(0));
      if (digits.length() > 1) {
        text.append('.').append(digits, 1, digits.length());
      }
      int exponent = point - 1;
      text.append('e').append(exponent < 0 ? '-' : '+');
      if (Math.abs(exponent) < 10) {
        text.append('0');
      }
      text.append(Math.abs(exponent));
    }
    return text.toString();
  }

  private static BigDecimal shortest(double value, boolean single) {
    BigDecimal exact = new BigDecimal(value);
    int most = single ? MAX_DIGITS_SINGLE : MAX_DIGITS_DOUBLE;
    for (int digits = 1; digits < most; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      boolean same =
          single ? rounded.floatValue() == (float) value : rounded.doubleValue() == value;
      if (same) {
        return rounded;
      }
    }
    return exact.round(new MathContext(most, RoundingMode.HALF_EVEN));
  }
}
