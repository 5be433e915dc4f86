package io.github.godotvariant;

/**
 * A 64-bit floating-point number. The writer decides whether it takes 32 or 64 bits on the wire.
 * Equality is by bits.
 *
 * @param value the number; a NaN keeps its payload
 */
public record FloatValue(double value) implements Variant {
  /**
   * Creates a float.
   *
   * @param value any number
   * @return the float
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
