package io.github.godotvariant;

/**
 * A rotation in 3D. Each component is written in 32 or 64 bits, depending on the precision of the
 * dialect. Two rotations are equal if all bits of their components are equal.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 * @param w w component
 */
public record Quaternion(double x, double y, double z, double w) implements RealShape {
  @Override
  public double[] toDoubles() {
    return new double[] {x, y, z, w};
  }

  @Override
  public VariantType type() {
    return VariantType.QUATERNION;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quaternion that
        && PackedStorage.equalBits(toDoubles(), that.toDoubles());
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
