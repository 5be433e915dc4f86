package io.github.godotvariant.testkit;

import java.util.SplittableRandom;

/**
 * Creates random numbers that reveal errors of codecs: ordinary numbers, boundaries, all kinds of
 * NaN, and values at the limits of 32 bits.
 */
final class RandomNumbers {
  private static final long[] INTS = {
    0,
    1,
    -1,
    127,
    128,
    255,
    256,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE + 1L,
    Integer.MIN_VALUE - 1L,
    0xFFFFFFFFL,
    0x100000000L,
    1L << 53,
    (1L << 53) + 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };

  /**
   * Ordinary values, limits of 64-bit numbers, and limits of 32-bit floats: the largest, the
   * smallest, half of the smallest, and subnormal numbers.
   */
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    0.1,
    (double) 0.1f,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Math.nextUp((double) Float.MAX_VALUE),
    0x1.ffffffp127,
    Float.MIN_VALUE,
    Float.MIN_VALUE / 2.0,
    Float.MIN_NORMAL,
    Math.nextDown((double) Float.MIN_NORMAL),
    16777216,
    16777217,
    0x1p53
  };

  private static final float[] FLOATS = {
    0.0f,
    -0.0f,
    1,
    -1,
    0.5f,
    0.1f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Math.nextDown(Float.MIN_NORMAL),
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    16777216,
    16777217
  };

  private static final int SIGN = 0x80000000;
  private static final int EXPONENT = 0x7F800000;
  private static final int FRACTION = 0x007FFFFF;
  private static final int QUIET = 0x00400000;
  private static final long WIDE_EXPONENT = 0x7FF0000000000000L;

  /**
   * The number of fraction bits that a 64-bit number has in addition to those of a 32-bit number.
   */
  private static final int EXTRA_FRACTION_BITS = 29;

  private final SplittableRandom random;

  RandomNumbers(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a 64-bit integer, either a boundary or a number with a random bit length. */
  long integer() {
    return random.nextInt(3) == 0
        ? INTS[random.nextInt(INTS.length)]
        : random.nextLong() >> random.nextInt(64);
  }

  /** Returns a 32-bit integer, either a boundary or a number with a random bit length. */
  int integer32() {
    return random.nextInt(4) == 0
        ? (int) INTS[random.nextInt(INTS.length)]
        : random.nextInt() >> random.nextInt(32);
  }

  /** Returns a 64-bit number of any kind. */
  double number() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> DOUBLES[random.nextInt(DOUBLES.length)];
      case 4, 5, 6 -> random.nextInt(-1000, 1001) / 100.0;
      case 7, 8 -> exactInSingle();
      case 9, 10 -> random.nextDouble(-1, 1) * (1L << random.nextInt(60));
      case 11 -> Double.longBitsToDouble(random.nextLong() | WIDE_EXPONENT | 1);
      case 12 -> random.nextInt(-100, 101);
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  /**
   * Returns a 32-bit number of any kind. Every NaN is quiet, because a conversion to 64 bits
   * changes a signaling NaN, also in an engine.
   */
  float single() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> FLOATS[random.nextInt(FLOATS.length)];
      case 4, 5, 6 -> random.nextInt(-1000, 1001) / 100.0f;
      case 7, 8 -> random.nextInt(-100, 101);
      case 9, 10 -> (float) (random.nextDouble(-1, 1) * (1L << random.nextInt(60)));
      case 11 -> Float.intBitsToFloat(random.nextInt() | EXPONENT | QUIET);
      case 12 -> Float.intBitsToFloat(random.nextInt() & ~EXPONENT);
      default -> quiet(random.nextInt());
    };
  }

  private static float quiet(int bits) {
    boolean isNan = (bits & EXPONENT) == EXPONENT && (bits & FRACTION) != 0;
    return Float.intBitsToFloat(isNan ? bits | QUIET : bits);
  }

  /**
   * Returns a 64-bit number that a 32-bit float can represent exactly. A NaN is converted bit by
   * bit, because a cast from float to double may change the payload of a NaN.
   */
  double exactInSingle() {
    float number = single();
    if (!Float.isNaN(number)) {
      return number;
    }
    int bits = Float.floatToRawIntBits(number);
    long sign = (long) (bits & SIGN) << 32;
    return Double.longBitsToDouble(
        sign | WIDE_EXPONENT | (long) (bits & FRACTION) << EXTRA_FRACTION_BITS);
  }
}
