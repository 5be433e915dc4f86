package io.github.godotvariant.json;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Formats floating-point numbers as a text that {@link RealNumbers#parse} reads exactly, and the
 * engine as exactly as possible. The text has the shortest digits for the number. If the engine
 * reads another number from these digits, the formatter tries decimals of 16 to 18 digits.
 *
 * <p>Example: the shortest digits of the double 6.666666666666667E-8 are 6666666666666667E-23. The
 * engine divides by 1E23, which is a little too small as a double, and the quotient is the next
 * larger double. The nearest decimal of 18 digits is 666666666666666681E-25. The engine rounds
 * these digits to a double. Doubles of this magnitude are multiples of 128:
 *
 * <table>
 * <caption>Decimals of 18 digits with the exponent -25</caption>
 * <tr><th>digits</th><th>rounded by the engine</th><th>quotient</th></tr>
 * <tr><td>666666666666666681</td><td>666666666666666624</td><td>the next smaller double</td></tr>
 * <tr><td>666666666666666688</td><td>666666666666666752</td><td>the number</td></tr>
 * </table>
 *
 * <p>Of the decimals that the engine rounds to 666666666666666752, the decimal in the second row is
 * the nearest to the number. Other readers also read this decimal as the number, so {@link
 * #tryDecimals} chooses it.
 *
 * <p>Each call of {@link #format} replaces the previous text. Not thread-safe.
 */
final class RealFormatter {
  /**
   * For numbers from this one up to, but not including, {@link #SHORT_LIMIT}, the formatter first
   * tries a decimal of at most 15 digits.
   */
  private static final double LEAST_SHORT = 1e-3;

  private static final double SHORT_LIMIT = 1e15;

  /** The maximum number of digits for which different decimals are always different doubles. */
  private static final int UNIQUE_DIGITS = 15;

  private static final int MAX_DIGITS = 17;

  /**
   * The minimum number of digits of the decimals that {@link #putOther} tries. With fewer digits,
   * only the shortest decimal represents the number.
   */
  private static final int MIN_TRIED_DIGITS = 16;

  /**
   * The smallest number for which other digits are tried. The engine reads smaller numbers with
   * many digits as 0.
   */
  private static final double LEAST_TRIED = 1e-293;

  /**
   * The number of doubles that {@link #tryDecimals} tries below and above the expected double. This
   * is the maximum error of the engine's two roundings in units of the last place.
   */
  private static final int NEIGHBOURS = 2;

  private static final int LEAST_PLAIN_POINT = -2;
  private static final int MAX_PLAIN_POINT = 7;
  private static final int MAX_LENGTH = 64;

  /**
   * The number of lower digits when {@link #putDecimal} splits 17 digits into upper and lower
   * digits.
   */
  private static final int LOWER_DIGITS = 8;

  private static final long LOWER = 100_000_000;

  private static final long[] POWERS = new long[19];

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private final ScaledDouble scaled = new ScaledDouble();
  private final char[] text = new char[MAX_LENGTH];
  private int length;
  private boolean hasBits;

  /**
   * The mantissa of the decimal to write, which is the mantissa times ten to the power of {@link
   * #exponent}.
   */
  private long mantissa;

  private int exponent;

  /**
   * The difference between the number and the double that the engine reads from the best decimal
   * that was tried.
   */
  private double error;

  /** Whether the engine and correct parsers read the best decimal so far as exactly the number. */
  private boolean isExact;

  /** {@return the array with the characters of the text, from index 0} */
  char[] characters() {
    return text;
  }

  /** {@return the number of characters} */
  int length() {
    return length;
  }

  /** {@return whether the text ends with a space and the bits of the number} */
  boolean hasBits() {
    return hasBits;
  }

  /**
   * Formats a number.
   *
   * @param prefix the characters before the number
   * @param isSingle whether the engine rounds the number to 32 bits
   */
  void format(String prefix, double value, boolean isSingle) {
    length = 0;
    hasBits = false;
    put(prefix);
    if (Double.isNaN(value)) {
      putNan(Double.doubleToRawLongBits(value));
      return;
    }
    double magnitude = Math.abs(value);
    if (Double.doubleToRawLongBits(value) < 0) {
      text[length++] = '-';
    }
    if (magnitude == Double.POSITIVE_INFINITY) {
      put(RealNumbers.INFINITY);
    } else if (magnitude == 0) {
      put("0.0");
    } else if (magnitude < LEAST_SHORT || magnitude >= SHORT_LIMIT || !putShort(magnitude)) {
      findShortest(magnitude);
      double read = readShortest();
      if (isSingle ? (float) read == (float) magnitude : read == magnitude) {
        putShortest();
      } else {
        putOther(value, magnitude, Math.abs(read - magnitude));
      }
    }
  }

  private void putNan(long bits) {
    put(bits < 0 ? RealNumbers.NEGATIVE_NAN : RealNumbers.NAN);
    if (bits != RealNumbers.NAN_BITS && bits != RealNumbers.NEGATIVE_NAN_BITS) {
      putBits(bits);
    }
  }

  /**
   * Writes a number as a decimal of at most 15 digits, if such a decimal represents the number. The
   * engine represents the digits and the power of ten of this decimal exactly, so it reads the
   * number exactly.
   *
   * @return false if no such decimal represents the number
   */
  private boolean putShort(double magnitude) {
    // 1233 / 4096 approximates log10(2).
    int point = (Math.getExponent(magnitude) * 1233 >> 12) + 1;
    double digits = Math.rint(magnitude * RealNumbers.POWERS[UNIQUE_DIGITS - point]);
    if (digits >= SHORT_LIMIT && point < UNIQUE_DIGITS) {
      point++;
      digits = Math.rint(magnitude * RealNumbers.POWERS[UNIQUE_DIGITS - point]);
    }
    if (digits / RealNumbers.POWERS[UNIQUE_DIGITS - point] != magnitude) {
      return false;
    }
    long whole = (long) digits;
    putDecimal(whole * POWERS[MAX_DIGITS - UNIQUE_DIGITS], point);
    return true;
  }

  /** Sets the mantissa and the exponent of a decimal, without trailing zeros. */
  private void setDecimal(long digits, int power) {
    mantissa = digits;
    exponent = power;
    while (mantissa % 100_000_000 == 0) {
      mantissa /= 100_000_000;
      exponent += 8;
    }
    if (mantissa % 10_000 == 0) {
      mantissa /= 10_000;
      exponent += 4;
    }
    if (mantissa % 100 == 0) {
      mantissa /= 100;
      exponent += 2;
    }
    if (mantissa % 10 == 0) {
      mantissa /= 10;
      exponent++;
    }
  }

  /**
   * Finds the decimal with the fewest digits for a number. Of several decimals, chooses the nearest
   * one.
   */
  private void findShortest(double magnitude) {
    if (magnitude >= Double.MIN_NORMAL) {
      scaled.set(magnitude);
      for (int digits = UNIQUE_DIGITS; digits <= MAX_DIGITS && !scaled.isPowerOfTwo(); digits++) {
        long unit = POWERS[ScaledDouble.DIGITS - digits];
        long decimal = scaled.rounded(unit);
        if (scaled.mayBeTie(unit)) {
          break;
        }
        if (scaled.isReadFrom(decimal * unit)) {
          setDecimal(decimal, scaled.exponent(digits));
          return;
        }
      }
    }
    BigDecimal decimal = new BigDecimal(RealNumbers.shortest(magnitude)).stripTrailingZeros();
    mantissa = decimal.unscaledValue().longValueExact();
    exponent = -decimal.scale();
  }

  private static int digitCount(long number) {
    int digits = 1;
    while (digits < POWERS.length && number >= POWERS[digits]) {
      digits++;
    }
    return digits;
  }

  /** {@return the number that the engine reads from the text of {@link #putShortest}} */
  private double readShortest() {
    int digits = digitCount(mantissa);
    int point = digits + exponent;
    if (!isPlain(point)) {
      return digits > 1
          ? EngineDecimals.read(mantissa, exponent)
          : EngineDecimals.read(mantissa * 10, exponent - 1);
    }
    // The engine counts leading zeros as digits, and ignores digits after the 18th.
    int skipped = Math.max(0, digits + Math.max(0, 1 - point) - EngineDecimals.MAX_DIGITS);
    return EngineDecimals.read(mantissa / POWERS[skipped], exponent + skipped);
  }

  /** Writes the decimal of {@link #findShortest}. */
  private void putShortest() {
    int digits = digitCount(mantissa);
    putDecimal(mantissa * POWERS[MAX_DIGITS - digits], digits + exponent);
  }

  /**
   * Writes a decimal in the format of {@code Double.toString}: removes trailing zeros, but keeps
   * one digit after the decimal point.
   *
   * @param digits 17 digits, the first of which is not zero
   * @param point the number of digits before the decimal point; 0 or less for numbers below 1
   */
  private void putDecimal(long digits, int point) {
    boolean isPlain = isPlain(point);
    int whole = isPlain ? point : 1;
    // The digits before the point are first written one place too far to the right, and then moved.
    int start = length + Math.max(1, 2 - whole);
    int end = start + MAX_DIGITS - LOWER_DIGITS;
    int upper = (int) (digits / LOWER);
    int lower = (int) (digits - upper * LOWER);
    putDigits(end, upper);
    if (lower != 0) {
      putDigits(end + LOWER_DIGITS, lower);
      end += LOWER_DIGITS;
    }
    while (text[end - 1] == '0') {
      end--;
    }
    if (whole > 0) {
      for (int i = 0; i < whole; i++) {
        text[start + i - 1] = text[start + i];
      }
      text[start + whole - 1] = '.';
      length = Math.max(end, start + whole + 1);
    } else {
      Arrays.fill(text, length, start, '0');
      text[length + 1] = '.';
      length = end;
    }
    if (!isPlain) {
      put('E', point - 1);
    }
  }

  private static boolean isPlain(int point) {
    return point >= LEAST_PLAIN_POINT && point <= MAX_PLAIN_POINT;
  }

  /**
   * Writes the last 8 digits of a number before the index {@code end} of {@link #text}. If the
   * number has 9 digits, also writes the first digit before them.
   */
  private void putDigits(int end, int number) {
    int left = number;
    for (int index = end - 2; index >= end - LOWER_DIGITS; index -= 2) {
      int pair = left % 100;
      left /= 100;
      text[index] = (char) ('0' + pair / 10);
      text[index + 1] = (char) ('0' + pair % 10);
    }
    if (left > 0) {
      text[end - LOWER_DIGITS - 1] = (char) ('0' + left);
    }
  }

  private void put(char letter, int number) {
    text[length++] = letter;
    put(Integer.toString(number));
  }

  private void put(String part) {
    part.getChars(0, part.length(), text, length);
    length += part.length();
  }

  private void putBits(long bits) {
    hasBits = true;
    text[length++] = ' ';
    for (int shift = 60; shift >= 0; shift -= 4) {
      text[length++] = Character.forDigit((int) (bits >>> shift) & 0xF, 16);
    }
  }

  /**
   * Writes a number whose shortest digits the engine reads as another number. Tries decimals with
   * more digits, and chooses one that both the engine and other readers read as the number. If
   * there is no such decimal, writes the digits with the smallest error in the engine, and the bits
   * if these digits represent another number.
   *
   * @param distance the difference between the number and the double that the engine reads from the
   *     shortest digits
   */
  private void putOther(double value, double magnitude, double distance) {
    isExact = false;
    error = distance;
    long bestUnit = 0;
    for (int digits = ScaledDouble.DIGITS;
        digits >= MIN_TRIED_DIGITS && magnitude >= LEAST_TRIED && !isExact;
        digits--) {
      long unit = POWERS[ScaledDouble.DIGITS - digits];
      long nearest = scaled.rounded(unit);
      int power = scaled.exponent(digits);
      if (nearest == POWERS[digits]) {
        nearest /= 10;
        unit *= 10;
        power++;
      }
      if (tryDecimals(magnitude, nearest, power, unit)) {
        bestUnit = unit;
      }
    }
    if (bestUnit == 0) {
      putShortest();
      return;
    }
    put(Long.toString(mantissa));
    put('E', exponent);
    if (!scaled.isReadFrom(mantissa * bestUnit)) {
      putBits(Double.doubleToRawLongBits(value));
    }
  }

  /**
   * Tries a few decimals with the same power of ten, and stores the best one in {@link #mantissa}
   * and {@link #exponent}. The engine rounds many decimals to the same double. Of these decimals,
   * this method tries the one nearest to the number. If that decimal is a tie, the engine can round
   * it to another double, so the method also tries the next one.
   *
   * @param nearest the decimal nearest to the number
   * @param unit the factor that extends one of these decimals to 18 digits
   * @return whether one of these decimals is better than the decimals of earlier calls
   */
  private boolean tryDecimals(double magnitude, long nearest, int power, long unit) {
    double factor = EngineDecimals.power(power);
    if (factor == Double.POSITIVE_INFINITY) {
      return false;
    }
    // The double that the engine must multiply or divide to get the number, and the distance from
    // this double to the next one.
    double middle = Math.rint(power < 0 ? magnitude * factor : magnitude / factor);
    double step = Math.max(1, Math.ulp(middle));
    long half = (long) (step / 2);
    long upper = nearest / EngineDecimals.SPLIT;
    // The engine rounds 1e9 * upper to a double. The correction adds the rounding error to the
    // lower 9 digits.
    long correction = upper * EngineDecimals.SPLIT - (long) (1e9 * upper);
    long offset = 0;
    boolean isBetter = false;
    for (int i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
      long sum = (long) (middle + i * step) + correction;
      for (int inside = 0; inside <= 1 && inside <= half; inside++) {
        long tried = Math.max(sum - half + inside, Math.min(sum + half - inside, nearest));
        long triedOffset = Math.abs(tried - nearest);
        double triedError = Math.abs(EngineDecimals.read(tried, power) - magnitude);
        boolean exact = triedError == 0 && scaled.isReadFrom(tried * unit);
        // An exact decimal is best, then the smaller error, then the decimal nearer to the number.
        boolean isSmaller = triedError < error || (triedError == error && triedOffset < offset);
        if (exact == isExact ? isSmaller : exact) {
          mantissa = tried;
          exponent = power;
          error = triedError;
          offset = triedOffset;
          isExact = exact;
          isBetter = true;
        }
      }
    }
    return isBetter;
  }
}
