package io.github.godotvariant;

/**
 * A vector with four floating-point components. Each component is written in 32 or 64 bits,
 * depending on the precision of the dialect. Two vectors are equal if all bits of their components
 * are equal.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 * @param w w component
 */
public record Vector4(double x, double y, double z, double w) implements RealShape {
  @Override
  public double[] toDoubles() {
    return new double[] {x, y, z, w};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR4;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector4 that && PackedStorage.equalBits(toDoubles(), that.toDoubles());
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(this);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
