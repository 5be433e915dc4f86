package io.github.godotvariant;

import java.util.Objects;

/**
 * An affine transform in 2D, given by three columns.
 *
 * @param x the image of the X axis
 * @param y the image of the Y axis
 * @param origin the image of the origin
 */
public record Transform2D(Vector2 x, Vector2 y, Vector2 origin) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param x see the record
   * @param y see the record
   * @param origin see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Transform2D {
    Objects.requireNonNull(x, "x");
    Objects.requireNonNull(y, "y");
    Objects.requireNonNull(origin, "origin");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {x.x(), x.y(), y.x(), y.y(), origin.x(), origin.y()};
  }

  @Override
  public VariantType type() {
    return VariantType.TRANSFORM2D;
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
