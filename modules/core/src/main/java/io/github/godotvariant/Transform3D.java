package io.github.godotvariant;

import java.util.Arrays;
import java.util.Objects;

/**
 * An affine transform in 3D.
 *
 * @param basis rotation, scale and shear
 * @param origin the image of the origin
 */
public record Transform3D(Basis basis, Vector3 origin) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param basis see the record
   * @param origin see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Transform3D {
    Objects.requireNonNull(basis, "basis");
    Objects.requireNonNull(origin, "origin");
  }

  @Override
  public double[] toDoubles() {
    double[] components = Arrays.copyOf(basis.toDoubles(), 12);
    System.arraycopy(origin.toDoubles(), 0, components, 9, 3);
    return components;
  }

  @Override
  public VariantType type() {
    return VariantType.TRANSFORM3D;
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
