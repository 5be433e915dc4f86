package io.github.godotvariant.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.NumberOutput;

/**
 * Parses the floating-point numbers that {@link RealFormatter} writes, and reads them exactly.
 *
 * <p>If the digits represent another number than the formatted one, a space and the bits of the
 * formatted number in 16 hexadecimal digits follow. The engine stops reading at the space. NaN is
 * written as zero with an exponent that is too large, because the engine then computes zero times
 * infinity. On x86-64, this NaN is negative, and a minus sign in the text makes it positive.
 */
final class RealNumbers {
  static final String NAN = "-0e400";
  static final String NEGATIVE_NAN = "0e400";
  static final String INFINITY = "1e400";

  /** The bits of {@link Double#NaN}; the engine's NaN has the same bits. */
  static final long NAN_BITS = 0x7FF8000000000000L;

  static final long NEGATIVE_NAN_BITS = 0xFFF8000000000000L;
  private static final int HEX_DIGITS = 16;

  private static final long SHORT_LIMIT = 1_000_000_000_000_000L;
  private static final int MAX_SHORT = 17;

  /** The powers of ten that are exact as doubles. */
  static final double[] POWERS = new double[23];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private RealNumbers() {}

  /** Returns the shortest digits of a finite number, as Java 19 and newer do. */
  static String shortest(double value) {
    return NumberOutput.toString(value, true);
  }

  /** Returns the shortest digits for a finite 32-bit number. */
  static String shortest(float value) {
    return NumberOutput.toString(value, true);
  }

  /**
   * Returns whether a text of {@link RealFormatter} is a JSON number, without bits after a space.
   */
  static boolean isNumber(String text) {
    return text.indexOf(' ') < 0;
  }

  /**
   * Parses a number of at most 15 digits, if its digits and its power of ten are exact as doubles.
   *
   * @return the number, or 0 for zero and for all other texts
   */
  static double parseShort(char[] text, int from, int length) {
    int index = from;
    int end = from + length;
    boolean isNegative = index < end && text[index] == '-';
    if (isNegative) {
      index++;
    }
    long digits = 0;
    int point = -1;
    int first = index;
    for (; index < end && index - first <= MAX_SHORT; index++) {
      int digit = text[index] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
      } else if (digit == '.' - '0' && point < 0 && index > first) {
        point = index;
      } else {
        break;
      }
    }
    int decimals = point < 0 ? 0 : index - point - 1;
    if (index < end || digits >= SHORT_LIMIT || point == index - 1) {
      return 0;
    }
    double value = digits / POWERS[decimals];
    return isNegative ? -value : value;
  }

  /**
   * Parses the text of a number.
   *
   * @param text digits, optionally with bits after a space
   * @return the number, or null if the text is not a number
   */
  static @Nullable Double parse(String text) {
    if (text.length() > JsonConstraints.MAX_NUMBER_LENGTH) {
      return null;
    }
    int space = text.indexOf(' ');
    String digits = space < 0 ? text : text.substring(0, space);
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if ((c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '-' && c != '+') {
        return null;
      }
    }
    try {
      double value = Double.parseDouble(digits);
      return space < 0 ? Double.valueOf(orNan(value, digits)) : bits(text, space + 1);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Double bits(String text, int from) {
    if (text.length() != from + HEX_DIGITS) {
      return null;
    }
    long bits = 0;
    for (int i = from; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0 || text.charAt(i) > 'f') {
        return null;
      }
      bits = bits << 4 | digit;
    }
    return Double.longBitsToDouble(bits);
  }

  /**
   * Returns NaN if a value is zero and the engine computes NaN from the digits. Otherwise returns
   * the value.
   */
  static double orNan(double value, CharSequence digits) {
    if (value != 0 || !Double.isNaN(EngineDecimals.read(digits))) {
      return value;
    }
    return Double.longBitsToDouble(digits.charAt(0) == '-' ? NAN_BITS : NEGATIVE_NAN_BITS);
  }
}
