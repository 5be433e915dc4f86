package io.github.godotvariant.internal.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers in a byte array, and the bits of a header. */
public final class Wire {
  /** Header bit 16: 64-bit number, 64-bit components, or instance id, depending on the type. */
  static final int FLAG = 1 << 16;

  /**
   * The bits of a container's count that count. The other one once meant "shared" and is ignored.
   */
  public static final int MAX_COUNT = 0x7FFFFFFF;

  /** What a script's path must start with where it is more than a name. */
  static final String RESOURCES = "res://";

  private static final long QUIET_NAN_BIT = 0x0008000000000000L;
  private static final int QUIET_SINGLE_NAN_BIT = 0x00400000;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Wire() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /**
   * A 64-bit component as a single-precision engine reads it, before it is rounded: a processor
   * makes a signalling NaN quiet when it narrows it.
   */
  static double quiet(double value) {
    return Double.isNaN(value)
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(value) | QUIET_NAN_BIT)
        : value;
  }

  /**
   * A 32-bit component as a double-precision engine reads it, before it is widened: a processor
   * makes a signalling NaN quiet when it widens it.
   */
  static float quiet(float value) {
    return Float.isNaN(value)
        ? Float.intBitsToFloat(Float.floatToRawIntBits(value) | QUIET_SINGLE_NAN_BIT)
        : value;
  }

  /** How many zeros bring a length up to a multiple of 4. */
  static int padding(int length) {
    return -length & 3;
  }
}
