package io.github.godotvariant;

import java.util.Objects;

/**
 * A box in 3D whose faces are parallel to the axes, given by a corner and a size.
 *
 * @param position the start corner
 * @param size the extents from the start corner along the axes; may be negative
 */
public record AABB(Vector3 position, Vector3 size) implements RealShape {
  /**
   * Checks that no component is {@code null}.
   *
   * @param position see the record
   * @param size see the record
   * @throws NullPointerException if a component is {@code null}
   */
  public AABB {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(size, "size");
  }

  @Override
  public double[] toDoubles() {
    return new double[] {position.x(), position.y(), position.z(), size.x(), size.y(), size.z()};
  }

  @Override
  public VariantType type() {
    return VariantType.AABB;
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
