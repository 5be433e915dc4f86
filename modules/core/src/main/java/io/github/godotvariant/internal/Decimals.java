package io.github.godotvariant.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Appends floating-point numbers as Godot writes them in text. Not safe for several threads. */
public final class Decimals {
  /**
   * The smallest position of the decimal point at which a number is written without an exponent:
   * the number of digits before the point, or minus the number of zeros after the point. In Godot
   * 4, {@code LAST_PLAIN_POINT} is the largest position.
   */
  private static final int FIRST_PLAIN_POINT = -3;

  private static final int LAST_PLAIN_POINT = 15;
  private static final String ZEROS = "0".repeat(LAST_PLAIN_POINT);
  private static final String LEADING_ZEROS = "0." + "0".repeat(-FIRST_PLAIN_POINT);

  /** The rounding of numbers in Godot 3: to 6 digits, as with {@code %g} in C. */
  private static final MathContext ROUNDED = new MathContext(6, RoundingMode.HALF_EVEN);

  private final StringBuilder out;
  private final ShortDigits digits = new ShortDigits();

  /** Creates a formatter that appends to {@code out}. */
  public Decimals(StringBuilder out) {
    this.out = out;
  }

  /**
   * Appends a number as Godot 4 writes it, for example {@code 0.1}, {@code 1e+30}, {@code
   * 16777216}, {@code inf_neg} or {@code nan}. If a 32-bit float represents the number exactly,
   * only the digits that this float needs are appended.
   *
   * @param value any number
   */
  public void append(double value) {
    if (appendIfSpecial(value)) {
      return;
    }
    float single = (float) value;
    if (single == value) {
      digits.set(Math.abs(single));
    } else {
      digits.set(Math.abs(value));
    }
    put(value < 0, digits.digits(), digits.count(), digits.power(), LAST_PLAIN_POINT);
  }

  /**
   * Appends a number as Godot 3 writes it: in 32 bits, and rounded to 6 digits.
   *
   * @param value any number
   */
  public void appendRounded(float value) {
    if (appendIfSpecial(value)) {
      return;
    }
    BigDecimal rounded = new BigDecimal(Math.abs(value)).round(ROUNDED).stripTrailingZeros();
    long number = rounded.unscaledValue().longValueExact();
    put(value < 0, number, rounded.precision(), -rounded.scale(), ROUNDED.getPrecision());
  }

  /** {@return a number as {@link #append} writes it} */
  public static String text(double value) {
    StringBuilder out = new StringBuilder();
    new Decimals(out).append(value);
    return out.toString();
  }

  /**
   * Appends zero, an infinity or NaN, and returns true. For another number, appends nothing and
   * returns false. In the engine's text, zero has no sign, and NaN has no sign and no payload.
   */
  private boolean appendIfSpecial(double value) {
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

  /** Appends {@code number * 10^power} with a decimal point, zeros or an exponent. */
  private void put(boolean isNegative, long number, int count, int power, int lastPlainPoint) {
    if (isNegative) {
      out.append('-');
    }
    int start = out.length();
    out.append(number);
    int point = count + power;
    if (power >= 0 && point <= lastPlainPoint) {
      out.append(ZEROS, 0, power);
    } else if (point > 0 && point <= lastPlainPoint) {
      out.insert(start + point, '.');
    } else if (point >= FIRST_PLAIN_POINT && point <= 0) {
      out.insert(start, LEADING_ZEROS, 0, 2 - point);
    } else {
      if (count > 1) {
        out.insert(start + 1, '.');
      }
      appendExponent(point - 1);
    }
  }

  private void appendExponent(int exponent) {
    int size = Math.abs(exponent);
    out.append(exponent < 0 ? "e-" : "e+").append(size < 10 ? "0" : "").append(size);
  }
}
