package io.github.godotvariant;

/**
 * A vector with two floating-point components, or a point in 2D. Each component is written in 32 or
 * 64 bits, depending on the precision of the dialect. Two vectors are equal if all bits of their
 * components are equal.
 *
 * @param x first component
 * @param y second component
 */
public record Vector2(double x, double y) implements RealShape {
  @Override
  public double[] toDoubles() {
    return new double[] {x, y};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR2;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector2 that && PackedStorage.equalBits(toDoubles(), that.toDoubles());
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
