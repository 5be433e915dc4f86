package io.github.godotvariant.internal.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes little-endian numbers in a byte array, and defines constants of the format. */
public final class Wire {
  /**
   * Bit 16 of a header. Depending on the type, it marks a 64-bit number, 64-bit components or an
   * instance id.
   */
  public static final int FLAG = 1 << 16;

  /** The smallest size of a value, in bytes. */
  public static final int MIN_VALUE = 4;

  /**
   * The bits of a container's count word that contain the count. Old releases used the highest bit
   * for the flag "shared".
   */
  public static final int MAX_COUNT = 0x7FFFFFFF;

  /**
   * The start of the script path in a declared element type. If full objects are allowed, a script
   * path without this start is rejected.
   */
  public static final String RESOURCE_PREFIX = "res://";

  private static final long QUIET_NAN_BIT = 0x0008000000000000L;
  private static final int QUIET_SINGLE_NAN_BIT = 0x00400000;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Wire() {}

  public static int getInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  public static long getLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  public static void putInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /**
   * Changes a signalling NaN to a quiet NaN, as an engine of single precision does when it rounds a
   * 64-bit component. Returns other numbers unchanged.
   */
  public static double quiet(double value) {
    return Double.isNaN(value)
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(value) | QUIET_NAN_BIT)
        : value;
  }

  /**
   * Changes a signalling NaN to a quiet NaN, as an engine of double precision does when it widens a
   * 32-bit component. Returns other numbers unchanged.
   */
  public static float quiet(float value) {
    return Float.isNaN(value)
        ? Float.intBitsToFloat(Float.floatToRawIntBits(value) | QUIET_SINGLE_NAN_BIT)
        : value;
  }

  /** Returns a length in bytes, rounded up to a multiple of 4. */
  public static int padded(int length) {
    return length + padding(length);
  }

  /** Returns the number of padding bytes after {@code length} bytes, 0 to 3. */
  public static int padding(int length) {
    return -length & 3;
  }
}
