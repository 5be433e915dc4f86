package io.github.godotvariant;

/**
 * A fixed number of real components: vectors, rectangles, transforms. Whether the components take
 * 32 or 64 bits is a property of the writer. Equality is by bits.
 */
public sealed interface RealShape extends Variant
    permits Vector2,
        Vector3,
        Vector4,
        Rect2,
        Transform2D,
        Plane,
        Quaternion,
        AABB,
        Basis,
        Transform3D,
        Projection {

  /**
   * The components in the order in which the record declares them, part by part: matrices column by
   * column.
   *
   * @return a new array
   */
  double[] toArray();
}
