package io.github.godotvariant;

/** A vector or rectangle whose components are 32-bit integers. */
public sealed interface IntShape extends Shape permits Vector2i, Vector3i, Vector4i, Rect2i {

  /**
   * Returns the components in the order in which the record declares them. For a {@link Rect2i},
   * these are x and y of the position, then x and y of the size.
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
   * Creates a vector or rectangle from its components. This is the inverse of {@link #toArray()}.
   *
   * @param type for example {@link VariantType#VECTOR2I}
   * @param c the components in the order of {@link #toArray()}
   * @return the vector or rectangle
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
