package io.github.godotvariant.internal;

/**
 * Converts floating-point components between 32 and 64 bits. The methods keep the sign of a NaN,
 * and the bits of its payload that fit into the result. A Java cast does not keep them all, because
 * the processor makes a signalling NaN quiet.
 */
public final class Reals {
  private static final int PAYLOAD_SHIFT = 29;
  private static final int QUIET_NAN = 0x7FC00000;

  private Reals() {}

  /**
   * {@return the same number in 64 bits} If the number is a NaN, {@link #narrow} gives the same 32
   * bits again.
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
   * Rounds a component to the nearest 32-bit number, as an engine of single precision does. Numbers
   * that are too large become infinite; a NaN keeps its sign and the upper bits of its payload.
   */
  public static float narrow(double value) {
    return Double.isNaN(value)
        ? Float.intBitsToFloat(narrowNan(Double.doubleToRawLongBits(value)))
        : (float) value;
  }

  /** {@return the bits of the result of {@link #narrow}} */
  public static int narrowBits(double value) {
    return Double.isNaN(value)
        ? narrowNan(Double.doubleToRawLongBits(value))
        : Float.floatToRawIntBits((float) value);
  }

  /** {@return whether {@link #narrow} keeps all bits of a component} */
  public static boolean isSingle(double value) {
    return Double.doubleToRawLongBits(widen(narrow(value))) == Double.doubleToRawLongBits(value);
  }

  /**
   * Returns whether rounding has not changed an int.
   *
   * @param rounded the int as a {@code double}, or as a {@code float} that was widened
   * @param value the int
   * @return true if they are the same number
   */
  public static boolean isExact(double rounded, long value) {
    return (long) rounded == value && fitsLong(rounded);
  }

  /**
   * {@return whether a number fits in a {@code long} after its fraction is cut off; false for NaN}
   */
  public static boolean fitsLong(double value) {
    return value >= -0x1p63 && value < 0x1p63;
  }

  /**
   * Returns whether a component is finite in 64 bits, but infinite in 32 bits.
   *
   * @param value any number
   * @return true if {@link #narrow} makes it infinite
   */
  public static boolean overflows(double value) {
    return Double.isFinite(value) && Float.isInfinite((float) value);
  }

  private static int narrowNan(long bits) {
    int sign = (int) (bits >>> 32) & 0x80000000;
    int payload = (int) (bits >>> PAYLOAD_SHIFT) & 0x007FFFFF;
    return payload == 0 ? sign | QUIET_NAN : sign | 0x7F800000 | payload;
  }
}
