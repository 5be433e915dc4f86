package io.github.godotvariant;

import io.github.godotvariant.internal.Counts;

/**
 * A signed 64-bit integer, Godot's {@code int}. The writer decides whether the number takes 32 or
 * 64 bits on the wire.
 *
 * @param value the number, any {@code long}
 */
public record IntValue(long value) implements Variant {
  private static final int MIN_SHARED = -256;
  private static final int MAX_SHARED = 1023;
  private static final IntValue[] SHARED = new IntValue[MAX_SHARED - MIN_SHARED + 1];

  static {
    for (int i = 0; i < SHARED.length; i++) {
      SHARED[i] = new IntValue(i + (long) MIN_SHARED);
    }
  }

  /**
   * Returns the value for a number. Instances from {@value #MIN_SHARED} to {@value #MAX_SHARED} are
   * shared.
   *
   * @param value any number
   * @return the value
   */
  public static IntValue of(long value) {
    return value >= MIN_SHARED && value <= MAX_SHARED
        ? SHARED[(int) value - MIN_SHARED]
        : new IntValue(value);
  }

  /** {@return whether the number is a Java int} */
  boolean isInt() {
    return value == (int) value;
  }

  /**
   * Returns the exception for a number that is not a Java int.
   *
   * @param path the path of the value, or empty
   */
  VariantTypeException outOfRange(String path) {
    return new VariantTypeException(
        Counts.outOfRange(Integer.MIN_VALUE, Integer.MAX_VALUE, value), path);
  }

  @Override
  public VariantType type() {
    return VariantType.INT;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.INT, value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
