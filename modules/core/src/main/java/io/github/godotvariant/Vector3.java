package io.github.godotvariant;

/**
 * A vector with three floating-point components, or a point in 3D. Each component is written in 32
 * or 64 bits, depending on the precision of the dialect. Two vectors are equal if all bits of their
 * components are equal.
 *
 * <p>A codec of single precision rounds 0.1 to the nearest number of 32 bits. Therefore {@code new
 * Vector3(0.1, 0, 0)} differs from the value after encoding and decoding, although both print
 * {@code Vector3(0.1, 0, 0)}. To compare the two values, use {@link
 * io.github.godotvariant.convert.VariantDiff#hasSameContent(Variant, Variant,
 * io.github.godotvariant.dialect.RealPrecision)}.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 */
public record Vector3(double x, double y, double z) implements RealShape {
  @Override
  public double[] toDoubles() {
    return new double[] {x, y, z};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR3;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector3 that && PackedStorage.equalBits(toDoubles(), that.toDoubles());
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
