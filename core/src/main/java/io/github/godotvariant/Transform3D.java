package io.github.godotvariant;

import java.util.Objects;

/**
 * An affine transform in 3D.
 *
 * @param basis rotation, scale and shear
 * @param origin where the origin goes
 */
public record Transform3D(Basis basis, Vector3 origin) implements Variant {
  /**
   * @throws NullPointerException if a component is {@code null}
   */
  public Transform3D {
    Objects.requireNonNull(basis, "basis");
    Objects.requireNonNull(origin, "origin");
  }

  @Override
  public VariantType type() {
    return VariantType.TRANSFORM3D;
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
