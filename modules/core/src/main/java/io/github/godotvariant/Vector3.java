package io.github.godotvariant;

/**
 * A vector of three real components, or a point in 3D. The writer decides whether a component takes
 * 32 or 64 bits. Equality compares bits.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 */
public record Vector3(double x, double y, double z) implements RealShape {
  @Override
  public double[] toArray() {
    return new double[] {x, y, z};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR3;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector3 that
        && BitEquality.equal(x, that.x)
        && BitEquality.equal(y, that.y)
        && BitEquality.equal(z, that.z);
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
