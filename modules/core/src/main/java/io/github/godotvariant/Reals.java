package io.github.godotvariant;

/**
 * Conversions of real components between 32 and 64 bits that keep the bits of a NaN, which the
 * processor's own conversions change.
 */
public final class Reals {
  private static final int PAYLOAD_SHIFT = 29;
  private static final int QUIET_NAN = 0x7FC00000;

  private Reals() {}

  /**
   * A 32-bit component in 64 bits.
   *
   * @param value any number
   * @return the same number; for a NaN, one that {@link #narrow} turns back into the same bits
   */
  public static double widen(float value) {
    return Float.isNaN(value) ? widenNan(Float.floatToRawIntBits(value)) : value;
  }

  private static double widenNan(int bits) {
    long sign = (long) (bits & 0x80000000) << 32;
    long payload = (long) (bits & 0x007FFFFF) << PAYLOAD_SHIFT;
    return Double.longBitsToDouble(sign | 0x7FF0000000000000L | payload);
  }

  /**
   * A component in 32 bits, as a single-precision engine stores it: rounded to the nearest,
   * infinite where too large.
   *
   * @param value any number
   * @return the number in 32 bits; a NaN keeps its sign and the upper bits of its payload
   */
  public static float narrow(double value) {
    return Double.isNaN(value) ? narrowNan(Double.doubleToRawLongBits(value)) : (float) value;
  }

  /**
   * Whether 32 bits hold a component with all its bits.
   *
   * @param value any number
   * @return false if {@link #narrow} rounds it or shortens its payload
   */
  public static boolean isSingle(double value) {
    return Bits.same(widen(narrow(value)), value);
  }

  /**
   * Whether rounding changes an int.
   *
   * @param rounded the int as a {@code double}, or as a {@code float} that was widened
   * @param value the int
   * @return true if they are the same number
   */
  public static boolean isExact(double rounded, long value) {
    return (long) rounded == value && rounded < 0x1p63; // which the conversion back would cut
  }

  /**
   * Whether a component is finite, but infinite in 32 bits.
   *
   * @param value any number
   * @return true if {@link #narrow} makes it infinite
   */
  public static boolean overflows(double value) {
    return Double.isFinite(value) && Float.isInfinite((float) value);
  }

  private static float narrowNan(long bits) {
    int sign = (int) (bits >>> 32) & 0x80000000;
    int payload = (int) (bits >>> PAYLOAD_SHIFT) & 0x007FFFFF;
    return Float.intBitsToFloat(payload == 0 ? sign | QUIET_NAN : sign | 0x7F800000 | payload);
  }
}
