package io.github.godotvariant;

import java.util.Objects;

/**
 * A plane in 3D, in Hessian normal form. Two planes are equal if all components have the same bits.
 *
 * @param normal the normal; not checked to have length 1
 * @param d the distance from the origin along the normal
 */
public record Plane(Vector3 normal, double d) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param normal see the record
   * @param d see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Plane {
    Objects.requireNonNull(normal, "normal");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {normal.x(), normal.y(), normal.z(), d};
  }

  @Override
  public VariantType type() {
    return VariantType.PLANE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Plane that && PackedStorage.equalBits(toDoubles(), that.toDoubles());
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
