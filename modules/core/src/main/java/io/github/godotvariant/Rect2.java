package io.github.godotvariant;

import java.util.Objects;

/**
 * A rectangle in 2D, given by a corner and a size.
 *
 * @param position the start corner
 * @param size width and height; may be negative
 */
public record Rect2(Vector2 position, Vector2 size) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param position see the record
   * @param size see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Rect2 {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(size, "size");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {position.x(), position.y(), size.x(), size.y()};
  }

  @Override
  public VariantType type() {
    return VariantType.RECT2;
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
