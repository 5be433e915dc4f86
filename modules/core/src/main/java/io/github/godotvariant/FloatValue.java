package io.github.godotvariant;

/**
 * A 64-bit floating-point number. Whether it takes 32 or 64 bits on the wire is decided when
 * writing. Equality is by bits.
 *
 * @param value the number; NaN with any payload is kept
 */
public record FloatValue(double value) implements Variant {
  /**
   * The float with this value.
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
    return other instanceof FloatValue that && Bits.same(value, that.value);
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.FLOAT, Double.doubleToRawLongBits(value));
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
