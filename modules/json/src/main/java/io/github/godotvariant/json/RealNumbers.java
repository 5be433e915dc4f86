package io.github.godotvariant.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.NumberOutput;

/**
 * Floating-point numbers as text that the engine reads as well as it can, and that is read here
 * exactly.
 *
 * <p>Where decimal digits cannot be both, the bits follow after a space, as 16 hexadecimal digits:
 * the engine stops reading at the space. NaN is zero with an exponent that is too large, because
 * that is how the engine can be brought to compute one: zero times infinity. As the processor gives
 * that a sign of its own, it is a minus sign that makes it positive.
 */
final class RealNumbers {
  static final String NAN = "-0e400";
  static final String NEGATIVE_NAN = "0e400";
  static final String INFINITY = "1e400";

  /** The bits of the NaN of Java and of the engine, and of the one with the other sign. */
  static final long NAN_BITS = 0x7FF8000000000000L;

  static final long NEGATIVE_NAN_BITS = 0xFFF8000000000000L;
  private static final int HEX_DIGITS = 16;

  private static final long SHORT_LIMIT = 1_000_000_000_000_000L;
  private static final int MAX_SHORT = 17;

  /** Powers of ten that are exact. */
  static final double[] POWERS = new double[23];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private RealNumbers() {}

  /** The fewest digits that mean a finite number; the JDK has them from 19 on. */
  static String shortest(double value) {
    return NumberOutput.toString(value, true);
  }

  /** The fewest digits that mean a finite number among those of 32 bits. */
  static String shortest(float value) {
    return NumberOutput.toString(value, true);
  }

  /** Whether a text of {@link RealFormatter} is a number of JSON. */
  static boolean isNumber(String text) {
    return text.indexOf(' ') < 0;
  }

  /**
   * Parses a number of at most 15 digits, which a double holds exactly, and a power of ten that is
   * exact as well.
   *
   * @return 0 for zero and for all other texts
   */
  static double parseShort(char[] text, int from, int length) {
    int at = from;
    int end = from + length;
    boolean isNegative = at < end && text[at] == '-';
    if (isNegative) {
      at++;
    }
    long digits = 0;
    int point = -1;
    int first = at;
    for (; at < end && at - first <= MAX_SHORT; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
      } else if (digit == '.' - '0' && point < 0 && at > first) {
        point = at;
      } else {
        break;
      }
    }
    int decimals = point < 0 ? 0 : at - point - 1;
    if (at < end || digits >= SHORT_LIMIT || point == at - 1) {
      return 0;
    }
    double value = digits / POWERS[decimals];
    return isNegative ? -value : value;
  }

  /**
   * The number that a text means.
   *
   * @param text digits, perhaps with bits after a space
   * @return empty if it means none
   */
  static @Nullable Double parse(String text) {
    if (text.length() > Constraints.LONGEST_NUMBER) {
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

  /** A zero may be what the engine computes NaN from. */
  static double orNan(double value, CharSequence digits) {
    if (value != 0 || !Double.isNaN(EngineDecimals.read(digits))) {
      return value;
    }
    return Double.longBitsToDouble(digits.charAt(0) == '-' ? NAN_BITS : NEGATIVE_NAN_BITS);
  }
}
