package io.github.godotvariant;

/**
 * A vector of four real components. The writer decides whether a component takes 32 or 64 bits.
 * Equality compares bits.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 * @param w w component
 */
public record Vector4(double x, double y, double z, double w) implements RealShape {
  @Override
  public double[] toArray() {
    return new double[] {x, y, z, w};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR4;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector4 that
        && Bits.same(x, that.x)
        && Bits.same(y, that.y)
        && Bits.same(z, that.z)
        && Bits.same(w, that.w);
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(this);
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
