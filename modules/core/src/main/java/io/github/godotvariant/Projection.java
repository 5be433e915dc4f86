package io.github.godotvariant;

import java.util.Objects;

/**
 * A 4x4 matrix for projections in 3D, given by its columns.
 *
 * @param x column 0
 * @param y column 1
 * @param z column 2
 * @param w column 3
 */
public record Projection(Vector4 x, Vector4 y, Vector4 z, Vector4 w) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param x see the record
   * @param y see the record
   * @param z see the record
   * @param w see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Projection {
    Objects.requireNonNull(x, "x");
    Objects.requireNonNull(y, "y");
    Objects.requireNonNull(z, "z");
    Objects.requireNonNull(w, "w");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {
      x.x(), x.y(), x.z(), x.w(), y.x(), y.y(), y.z(), y.w(), z.x(), z.y(), z.z(), z.w(), w.x(),
      w.y(), w.z(), w.w()
    };
  }

  @Override
  public VariantType type() {
    return VariantType.PROJECTION;
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
