package io.github.godotvariant.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decimal numbers as Godot 4 reads them, which is not always to the nearest: the engine takes
 * eighteen digits, leading zeros among them, in two halves, and then multiplies or divides by a
 * power of ten that is itself rounded. One in three of all doubles comes out a little different
 * when written with the fewest digits; where that happens this finds other digits that mean the
 * same number to everybody, the engine included.
 *
 * <p>Observed with Godot 4.6.3 on x86-64: 240,000 texts, all read as here.
 */
final class EngineDecimals {
  /** More digits are not looked at. */
  private static final int ENGINE_DIGITS = 18;

  private static final long HALF = 1_000_000_000L;
  private static final int LARGEST_EXPONENT = 511;

  /** With fewer, a decimal for each double is not to be had. */
  private static final int FEWEST_DIGITS = 16;

  /** Smaller numbers need powers of ten beyond {@code 1e308}, for which the engine reads 0. */
  private static final double SMALLEST = 1e-293;

  /** Digits enough to round to the digits looked at. */
  private static final MathContext PRECISE = new MathContext(40);

  /** The engine's two roundings move a number no further, in doubles. */
  private static final int NEIGHBOURS = 2;

  /** Ten to the power of 1, 2, 4 … 256. */
  private static final double[] POWERS = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};

  private EngineDecimals() {}

  /**
   * What the engine reads.
   *
   * @param text a number as JSON writes them
   */
  static double read(CharSequence text) {
    int at = 0;
    boolean negative = text.charAt(0) == '-';
    if (negative) {
      at++;
    }
    long mantissa = 0;
    int digits = 0;
    int point = -1;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        if (digits < ENGINE_DIGITS) {
          mantissa = 10 * mantissa + (c - '0');
        }
        digits++;
      } else if (c == '.' && point < 0) {
        point = digits;
      } else {
        break;
      }
    }
    int exponent = (point < 0 ? digits : point) - Math.min(digits, ENGINE_DIGITS);
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      exponent += exponent(text, at + 1);
    }
    double value = read(mantissa, exponent);
    return negative ? -value : value;
  }

  private static int exponent(CharSequence text, int from) {
    int at = from;
    boolean negative = at < text.length() && text.charAt(at) == '-';
    if (at < text.length() && (negative || text.charAt(at) == '+')) {
      at++;
    }
    int exponent = 0;
    for (; at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9'; at++) {
      exponent = Math.min(100_000, 10 * exponent + (text.charAt(at) - '0'));
    }
    return negative ? -exponent : exponent;
  }

  private static double read(long mantissa, int exponent) {
    long upper = mantissa / HALF;
    double fraction = 1e9 * upper + mantissa % HALF;
    double power = power(exponent);
    return exponent < 0 ? fraction / power : fraction * power;
  }

  /** Ten to the power of an exponent without its sign, as the engine computes it. */
  private static double power(int exponent) {
    double power = 1;
    int left = Math.min(Math.abs(exponent), LARGEST_EXPONENT);
    for (int i = 0; left > 0; i++, left >>= 1) {
      if ((left & 1) != 0) {
        power *= POWERS[i];
      }
    }
    return power;
  }

  /**
   * Digits that mean a number to everybody, the engine included.
   *
   * @param value a finite number
   * @param single whether the engine rounds what it reads to 32 bits
   * @return the fewest digits, unless the engine misreads those; null if it misreads all
   */
  static @Nullable String exact(double value, boolean single) {
    String shortest = RealNumbers.shortest(value);
    if (reads(shortest, value, single)) {
      return shortest;
    }
    double wanted = Math.abs(value);
    for (Decimal decimal : around(wanted)) {
      if (decimal.read() == wanted) {
        String text = decimal.text(value);
        if (Double.parseDouble(text) == value) {
          return text;
        }
      }
    }
    return null;
  }

  /**
   * Returns the digits that bring the engine closest to a number. To others they may mean another
   * number close to it.
   *
   * @param value a finite number
   * @return digits that the engine reads as the number itself, or else as close to it as any of 16
   *     to 18 digits; the fewest digits where the engine reads no better ones, as for nearly all
   *     numbers below 1e-291
   */
  static String nearest(double value) {
    String nearest = RealNumbers.shortest(value);
    double wanted = Math.abs(value);
    double distance = Math.abs(read(nearest) - value);
    for (Decimal decimal : around(wanted)) {
      double other = Math.abs(decimal.read() - wanted);
      if (other < distance) {
        nearest = decimal.text(value);
        distance = other;
      }
    }
    return nearest;
  }

  /** A number in decimal: digits and the power of ten of the last one. */
  record Decimal(long mantissa, int exponent) {
    /** {@return the number that the engine reads} */
    double read() {
      return EngineDecimals.read(mantissa, exponent);
    }

    /** {@return the decimal with the sign of a number} */
    String text(double signed) {
      return (signed < 0 ? "-" : "") + mantissa + "E" + exponent;
    }
  }

  /**
   * The decimals of up to 18 digits that are worth a try for a number, by digits and then nearest
   * first. They are few, whatever the number is: of the many that the engine's two halves add up to
   * the same double, one is as good as another, but for the distance.
   *
   * @param wanted a finite number that is not negative
   */
  static List<Decimal> around(double wanted) {
    if (wanted < SMALLEST) {
      return List.of();
    }
    List<Decimal> all = new ArrayList<>();
    BigDecimal precise = new BigDecimal(wanted).round(PRECISE);
    for (int digits = ENGINE_DIGITS; digits >= FEWEST_DIGITS; digits--) {
      BigDecimal near = precise.round(new MathContext(digits));
      near = near.setScale(near.scale() + digits - near.precision());
      int exponent = -near.scale();
      if (power(exponent) <= Double.MAX_VALUE) {
        long nearest = near.unscaledValue().longValueExact();
        mantissas(wanted, nearest, exponent).stream()
            .sorted(Comparator.comparingLong(mantissa -> Math.abs(mantissa - nearest)))
            .forEach(mantissa -> all.add(new Decimal(mantissa, exponent)));
      }
    }
    return all;
  }

  /** For each double that a power of ten may turn into the wanted one, what adds up to it. */
  private static Set<Long> mantissas(double wanted, long nearest, int exponent) {
    double power = power(exponent);
    double middle = Math.rint(exponent < 0 ? wanted * power : wanted / power);
    double step = Math.max(1, Math.ulp(middle));
    Set<Long> mantissas = new LinkedHashSet<>();
    for (int i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
      double fraction = middle + i * step;
      long upper = nearest / HALF;
      // The lower half corrects the rounding of the upper half.
      long exact = (long) fraction - (long) (1e9 * upper) + upper * HALF;
      long half = (long) (step / 2);
      mantissas.add(clamp(nearest, exact - half, exact + half));
      if (half > 0) {
        mantissas.add(clamp(nearest, exact - half + 1, exact + half - 1));
      }
    }
    return mantissas;
  }

  private static long clamp(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }

  private static boolean reads(String text, double value, boolean single) {
    double read = read(text);
    return single ? (float) read == (float) value : read == value;
  }
}
