package io.github.godotvariant;

import java.util.Objects;

/**
 * A rectangle of 32-bit integers in 2D, given by a corner and a size.
 *
 * @param position the start corner
 * @param size width and height; may be negative
 */
public record Rect2i(Vector2i position, Vector2i size) implements IntShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param position see the record
   * @param size see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public Rect2i {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(size, "size");
  }

  @Override
  public int[] toArray() {
    return new int[] {position.x(), position.y(), size.x(), size.y()};
  }

  @Override
  public VariantType type() {
    return VariantType.RECT2I;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.RECT2I, position.hashCode(), size.hashCode());
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
