package io.github.godotvariant;

/** A value with a fixed number of 32-bit integer components. */
public sealed interface IntShape extends Shape permits Vector2i, Vector3i, Vector4i, Rect2i {

  /**
   * Returns the components in the order in which the record declares them, part by part.
   *
   * @return a new array
   */
  int[] toArray();

  @Override
  default double[] toDoubles() {
    int[] integers = toArray();
    double[] numbers = new double[integers.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = integers[i];
    }
    return numbers;
  }

  /**
   * Creates a shape from its components. This is the inverse of {@link #toArray()}.
   *
   * @param type the type of a shape with integer components
   * @param c the components of the type, in order
   * @return the shape
   * @throws IllegalArgumentException if the type has no integer components, or if the number of
   *     components is wrong
   */
  static IntShape of(VariantType type, int... c) {
    MathComponents.checkCount(type, c.length);
    return switch (type) {
      case VECTOR2I -> new Vector2i(c[0], c[1]);
      case VECTOR3I -> new Vector3i(c[0], c[1], c[2]);
      case VECTOR4I -> new Vector4i(c[0], c[1], c[2], c[3]);
      case RECT2I -> new Rect2i(new Vector2i(c[0], c[1]), new Vector2i(c[2], c[3]));
      default -> throw new IllegalArgumentException(type + " has no integer components");
    };
  }
}
