package io.github.godotvariant;

/**
 * A 64-bit floating-point number, Godot's {@code float}. The writer decides whether the number
 * takes 32 or 64 bits on the wire. Two values are equal if the numbers have the same bits.
 * Therefore {@code 0.0} and {@code -0.0} are different.
 *
 * @param value the number; a NaN keeps its payload
 */
public record FloatValue(double value) implements Variant {
  /**
   * Creates the value for a number.
   *
   * @param value any number
   * @return the value
   */
  public static FloatValue of(double value) {
    return new FloatValue(value);
  }

  @Override
  public VariantType type() {
    return VariantType.FLOAT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FloatValue that
        && Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(that.value);
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.FLOAT, Double.doubleToRawLongBits(value));
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
