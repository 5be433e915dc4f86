package io.github.godotvariant.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating-point numbers as Godot writes them in text. */
public final class Decimals {
  /** Positions of the point, counted from before the first digit, that are written without e. */
  private static final int FIRST_PLAIN_POINT = -3;

  private static final int LAST_PLAIN_POINT = 15;

  /** Godot 3 rounds to so many digits, as {@code %g} in C. */
  private static final MathContext ROUNDED = new MathContext(6, RoundingMode.HALF_EVEN);

  private Decimals() {}

  /**
   * A 64-bit number as Godot 4 writes it; one that a 32-bit float holds exactly gets only the
   * digits that one needs.
   *
   * @param out gets for example {@code 0.1}, {@code 1e+30}, {@code 16777216}, {@code inf_neg},
   *     {@code nan}
   * @param value any number
   */
  public static void append(StringBuilder out, double value) {
    float single = (float) value;
    if (single == value || !Double.isFinite(value) || value == 0) {
      append(out, single);
      return;
    }
    int start = sign(out, value);
    int power = ShortDigits.append(out, Math.abs(value));
    place(out, start, power, LAST_PLAIN_POINT);
  }

  /**
   * A 32-bit number as Godot 4 writes it.
   *
   * @param out as {@link #append(StringBuilder, double)}
   * @param value any number
   */
  public static void append(StringBuilder out, float value) {
    if (isSpecial(out, value)) {
      return;
    }
    int start = sign(out, value);
    int power = ShortDigits.append(out, Math.abs(value));
    place(out, start, power, LAST_PLAIN_POINT);
  }

  /**
   * A number as Godot 3 writes it: in 32 bits, and rounded to 6 digits.
   *
   * @param out gets for example {@code 0.1}, {@code 1e+30}, {@code 1.67772e+07}, {@code nan}
   * @param value any number
   */
  public static void appendRounded(StringBuilder out, float value) {
    if (isSpecial(out, value)) {
      return;
    }
    int start = sign(out, value);
    BigDecimal rounded = new BigDecimal(Math.abs(value)).round(ROUNDED).stripTrailingZeros();
    out.append(rounded.unscaledValue());
    place(out, start, -rounded.scale(), ROUNDED.getPrecision());
  }

  /**
   * As {@link #append(StringBuilder, double)}.
   *
   * @param value any number
   * @return its text
   */
  public static String text(double value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  /**
   * As {@link #append(StringBuilder, float)}.
   *
   * @param value any number
   * @return its text
   */
  public static String text(float value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  /** Zero has no sign in the engine's text, and NaN neither sign nor payload. */
  private static boolean isSpecial(StringBuilder out, double value) {
    if (Double.isFinite(value) && value != 0) {
      return false;
    }
    if (value == 0) {
      out.append('0');
    } else {
      out.append(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "inf_neg");
    }
    return true;
  }

  /** Where the digits begin. */
  private static int sign(StringBuilder out, double value) {
    if (value < 0) {
      out.append('-');
    }
    return out.length();
  }

  /** Puts point, zeros and exponent to digits that are to be multiplied with a power of ten. */
  private static void place(StringBuilder out, int start, int power, int lastPlainPoint) {
    int count = out.length() - start;
    int point = count + power;
    if (power >= 0 && point <= lastPlainPoint) {
      for (int i = 0; i < power; i++) {
        out.append('0');
      }
    } else if (point > 0 && point <= lastPlainPoint) {
      out.insert(start + point, '.');
    } else if (point >= FIRST_PLAIN_POINT && point <= 0) {
      out.insert(start, "0.0000", 0, 2 - point);
    } else {
      if (count > 1) {
        out.insert(start + 1, '.');
      }
      int exponent = point - 1;
      out.append('e').append(exponent < 0 ? '-' : '+');
      if (Math.abs(exponent) < 10) {
        out.append('0');
      }
      out.append(Math.abs(exponent));
    }
  }
}
