package io.github.godotvariant;

import java.util.Objects;

/**
 * A 3x3 matrix for rotation and scale in 3D. Its columns are the axis vectors. Engines write the
 * matrix row by row, but Godot's manual describes the matrix as written column by column. The
 * dialect of the codec decides which order is used.
 *
 * @param x the X axis, first column
 * @param y the Y axis, second column
 * @param z the Z axis, third column
 */
public record Basis(Vector3 x, Vector3 y, Vector3 z) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param x see the record
   * @param y see the record
   * @param z see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Basis {
    Objects.requireNonNull(x, "x");
    Objects.requireNonNull(y, "y");
    Objects.requireNonNull(z, "z");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {x.x(), x.y(), x.z(), y.x(), y.y(), y.z(), z.x(), z.y(), z.z()};
  }

  @Override
  public VariantType type() {
    return VariantType.BASIS;
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
