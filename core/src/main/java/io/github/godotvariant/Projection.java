package io.github.godotvariant;

import java.util.Objects;

/**
 * A 4x4 matrix, by its columns.
 *
 * @param x column 0
 * @param y column 1
 * @param z column 2
 * @param w column 3
 */
public record Projection(Vector4 x, Vector4 y, Vector4 z, Vector4 w) implements Variant {
  /**
   * @throws NullPointerException if a component is {@code null}
   */
  public Projection {
    Objects.requireNonNull(x, "x");
    Objects.requireNonNull(y, "y");
    Objects.requireNonNull(z, "z");
    Objects.requireNonNull(w, "w");
  }

  @Override
  public VariantType type() {
    return VariantType.PROJECTION;
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
