package io.github.godotvariant.json;

/**
 * Parses decimal numbers as Godot 4 does. The engine does not always return the nearest double. The
 * engine reads at most 18 digits, including leading zeros, and computes 1e9 times the upper 9
 * digits plus the lower 9 digits as a double. Then the engine multiplies or divides this double by
 * a power of ten that is rounded to a double. The engine reads the shortest digits of one in three
 * doubles as a slightly different number.
 *
 * <p>In a test with Godot 4.6.3 on x86-64, this class and the engine read the same doubles from
 * 240,000 texts.
 */
final class EngineDecimals {
  /** The maximum number of digits; the engine ignores further digits. */
  static final int MAX_DIGITS = 18;

  /** Divides the 18-digit mantissa into its upper and its lower 9 digits. */
  static final long SPLIT = 1_000_000_000L;

  private static final int MAX_EXPONENT = 511;

  /** Ten to the power of 1, 2, 4, … 256. */
  private static final double[] POWERS = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};

  private EngineDecimals() {}

  /**
   * Returns the number that the engine reads.
   *
   * @param text a number in JSON syntax
   */
  static double read(CharSequence text) {
    int index = 0;
    boolean isNegative = text.charAt(0) == '-';
    if (isNegative) {
      index++;
    }
    long mantissa = 0;
    int digits = 0;
    int point = -1;
    for (; index < text.length(); index++) {
      char c = text.charAt(index);
      if (c >= '0' && c <= '9') {
        if (digits < MAX_DIGITS) {
          mantissa = 10 * mantissa + (c - '0');
        }
        digits++;
      } else if (c == '.' && point < 0) {
        point = digits;
      } else {
        break;
      }
    }
    int exponent = (point < 0 ? digits : point) - Math.min(digits, MAX_DIGITS);
    if (index < text.length() && (text.charAt(index) == 'e' || text.charAt(index) == 'E')) {
      exponent += exponent(text, index + 1);
    }
    double value = read(mantissa, exponent);
    return isNegative ? -value : value;
  }

  private static int exponent(CharSequence text, int from) {
    int index = from;
    boolean isNegative = index < text.length() && text.charAt(index) == '-';
    if (index < text.length() && (isNegative || text.charAt(index) == '+')) {
      index++;
    }
    int exponent = 0;
    for (;
        index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
        index++) {
      exponent = Math.min(100_000, 10 * exponent + (text.charAt(index) - '0'));
    }
    return isNegative ? -exponent : exponent;
  }

  /** Returns the number that the engine computes from at most 18 digits and a power of ten. */
  static double read(long mantissa, int exponent) {
    long upper = mantissa / SPLIT;
    double fraction = 1e9 * upper + mantissa % SPLIT;
    double power = power(exponent);
    return exponent < 0 ? fraction / power : fraction * power;
  }

  /** {@return ten to the power of an exponent without its sign, as the engine computes it} */
  static double power(int exponent) {
    double power = 1;
    int remaining = Math.min(Math.abs(exponent), MAX_EXPONENT);
    for (int i = 0; remaining > 0; i++, remaining >>= 1) {
      if ((remaining & 1) != 0) {
        power *= POWERS[i];
      }
    }
    return power;
  }
}
