package io.github.godotvariant;

/**
 * A value with a fixed number of floating-point components: a vector, rectangle, transform or
 * color. Each component is written in 32 or 64 bits, depending on the type of the value and on the
 * precision of the dialect. Two values are equal if all bits of their components are equal.
 */
public sealed interface RealShape extends Shape
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
        Projection,
        Color {
  /**
   * Creates a value from its components. This is the inverse of {@link #toDoubles()}.
   *
   * @param type the type of the value, which must have floating-point components
   * @param c the components, as many as the type has
   * @return the value
   * @throws IllegalArgumentException if the type has no floating-point components, or if the number
   *     of components is wrong
   */
  static RealShape of(VariantType type, double... c) {
    MathComponents.checkCount(type, c.length);
    return switch (type) {
      case VECTOR2 -> new Vector2(c[0], c[1]);
      case VECTOR3 -> new Vector3(c[0], c[1], c[2]);
      case VECTOR4 -> new Vector4(c[0], c[1], c[2], c[3]);
      case RECT2 -> new Rect2(new Vector2(c[0], c[1]), new Vector2(c[2], c[3]));
      case PLANE -> new Plane(new Vector3(c[0], c[1], c[2]), c[3]);
      case QUATERNION -> new Quaternion(c[0], c[1], c[2], c[3]);
      case COLOR -> new Color(c[0], c[1], c[2], c[3]);
      case AABB -> new AABB(new Vector3(c[0], c[1], c[2]), new Vector3(c[3], c[4], c[5]));
      case TRANSFORM2D ->
          new Transform2D(
              new Vector2(c[0], c[1]), new Vector2(c[2], c[3]), new Vector2(c[4], c[5]));
      case BASIS ->
          new Basis(
              new Vector3(c[0], c[1], c[2]),
              new Vector3(c[3], c[4], c[5]),
              new Vector3(c[6], c[7], c[8]));
      case TRANSFORM3D ->
          new Transform3D(
              new Basis(
                  new Vector3(c[0], c[1], c[2]),
                  new Vector3(c[3], c[4], c[5]),
                  new Vector3(c[6], c[7], c[8])),
              new Vector3(c[9], c[10], c[11]));
      case PROJECTION ->
          new Projection(
              new Vector4(c[0], c[1], c[2], c[3]),
              new Vector4(c[4], c[5], c[6], c[7]),
              new Vector4(c[8], c[9], c[10], c[11]),
              new Vector4(c[12], c[13], c[14], c[15]));
      default -> throw new IllegalArgumentException(type + " has no real components");
    };
  }
}
