package io.github.godotvariant.json;

import java.math.BigInteger;

/**
 * Multiplies a positive normal {@code double} by a power of ten, so that the product has 18 digits
 * before the decimal point. The product helps to find the shortest digits of the double. The
 * computed product, {@code whole + fraction / 2^64}, is less than the exact product by at most two
 * units of the fraction. Not thread-safe.
 *
 * <p>Example: 6.666666666666667E-8 has the exponent -25. The product is 666666666666666680.615.
 * Half of the distance to the next larger double is 66.17 in the same unit. Therefore {@link
 * #isReadFrom} accepts the decimals from 666666666666666615 to 666666666666666746. Rounded to 16
 * digits, the product is 6666666666666667 hundreds, which differs by 19.4 and is accepted. Rounded
 * to 15 digits, it differs by 319.4 and is rejected. Therefore 16 digits are the shortest ones.
 */
final class ScaledDouble {
  static final int DIGITS = 18;

  private static final long MIN_WHOLE = 100_000_000_000_000_000L;
  private static final long IMPLICIT_BIT = 1L << 52;
  private static final int SMALLEST_POWER = -292;
  private static final int MAX_POWER = 325;

  /**
   * The first 64 bits of each power of ten. The power with the exponent {@code e} has the index
   * {@code e - SMALLEST_POWER}. The next 64 bits are in {@link #LOWER_POWERS}.
   */
  private static final long[] UPPER_POWERS = new long[MAX_POWER - SMALLEST_POWER + 1];

  private static final long[] LOWER_POWERS = new long[UPPER_POWERS.length];

  /** {@code 2^41 * log10(2)}; the following constant is {@code 2^38 * log2(10)}. */
  private static final long LOG_10_OF_2 = 661_971_961_083L;

  private static final long LOG_2_OF_10 = 913_124_641_741L;

  /**
   * The number of bits after the binary point in {@link #half} and in other distances between
   * numbers.
   */
  private static final int DISTANCE_BITS = 48;

  /** The maximum error of a computed distance, in units of the last bit of the distance. */
  private static final int TOLERANCE = 4;

  private static final long MAX_DIFFERENCE = 1 << 14;

  static {
    BigInteger power = BigInteger.ONE;
    for (int i = 0; i <= MAX_POWER; i++) {
      storePower(i, power);
      if (-i >= SMALLEST_POWER) {
        storePower(-i, BigInteger.ONE.shiftLeft(power.bitLength() + 128).divide(power));
      }
      power = power.multiply(BigInteger.TEN);
    }
  }

  private double value;
  private boolean isPowerOfTwo;

  /** The integer part of the product. */
  private long whole;

  private long fraction;

  /**
   * Half of the distance from the number to the next larger double, scaled like the product and
   * then multiplied by 2 to the power of {@link #DISTANCE_BITS}.
   */
  private long half;

  /** The power of ten of the last digit of the integer part. */
  private int exponent;

  private static void storePower(int exponent, BigInteger power) {
    BigInteger bits = power.shiftLeft(128).shiftRight(power.bitLength());
    UPPER_POWERS[exponent - SMALLEST_POWER] = bits.shiftRight(64).longValue();
    LOWER_POWERS[exponent - SMALLEST_POWER] = bits.longValue();
  }

  /**
   * Scales a number.
   *
   * @param value a positive normal number
   */
  void set(double value) {
    this.value = value;
    long bits = Double.doubleToRawLongBits(value);
    int binary = (int) (bits >>> 52) - 1086;
    long significand = (bits & (IMPLICIT_BIT - 1) | IMPLICIT_BIT) << 11;
    isPowerOfTwo = significand == Long.MIN_VALUE;
    exponent = (int) ((binary + 63) * LOG_10_OF_2 >> 41) - DIGITS + 1;
    multiply(significand, binary);
    if (whole >= 10 * MIN_WHOLE) {
      exponent++;
      multiply(significand, binary);
    }
  }

  private void multiply(long significand, int binary) {
    long upper = UPPER_POWERS[-exponent - SMALLEST_POWER];
    long lower = LOWER_POWERS[-exponent - SMALLEST_POWER];
    long low = significand * upper;
    long middle = low + timesHigh(significand, lower);
    long carry = Long.compareUnsigned(middle, low) < 0 ? 1 : 0;
    long high = timesHigh(significand, upper) + carry;
    int shift = -1 - binary - (int) (-exponent * LOG_2_OF_10 >> 38);
    whole = high >>> shift;
    fraction = high << -shift | middle >>> shift;
    half = upper >>> shift + 54 - DISTANCE_BITS;
  }

  /** Returns the upper 64 bits of the product of two unsigned numbers. */
  private static long timesHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  /** {@return whether the next smaller double is nearer than the next larger one} */
  boolean isPowerOfTwo() {
    return isPowerOfTwo;
  }

  /**
   * {@return the power of ten of the last digit of a result of {@link #rounded} that has {@code
   * digits} digits}
   */
  int exponent(int digits) {
    return exponent + DIGITS - digits;
  }

  /**
   * Returns the product divided by a unit and rounded to the nearest integer. A tie is rounded up.
   *
   * @param unit ten to the power of the number of removed digits
   */
  long rounded(long unit) {
    if (unit == 1) {
      return Long.compareUnsigned(fraction, Long.MAX_VALUE - 1) >= 0 ? whole + 1 : whole;
    }
    return (whole + (fraction >= -2 && fraction < 0 ? 1 : 0) + unit / 2) / unit;
  }

  /**
   * Returns whether the product may be exactly in the middle between two numbers to which {@link
   * #rounded} can round it.
   *
   * @param unit as for {@link #rounded}, at least 10
   */
  boolean mayBeTie(long unit) {
    long rest = whole % unit - unit / 2;
    return rest == 0 ? fraction == 0 : rest == -1 && fraction >= -2 && fraction < 0;
  }

  /**
   * Returns whether a reader that rounds correctly reads a decimal as this number.
   *
   * @param decimal the decimal divided by ten to the power of {@code exponent(DIGITS)}
   */
  boolean isReadFrom(long decimal) {
    long difference = decimal - whole;
    if (Math.abs(difference) >= MAX_DIFFERENCE) {
      return false;
    }
    long distance = Math.abs((difference << DISTANCE_BITS) - (fraction >>> 64 - DISTANCE_BITS));
    if (distance > half + TOLERANCE) {
      return false;
    }
    return distance < half - TOLERANCE && !isPowerOfTwo
        || Double.parseDouble(decimal + "E" + exponent) == value;
  }
}
