package io.github.godotvariant;

/**
 * A fixed number of numbers: a vector, rectangle, transform or color. What each number is and what
 * it is called stands in {@link VariantType}.
 */
public sealed interface Shape extends Variant permits RealShape, IntShape {
  /**
   * The numbers in the order of {@link VariantType#components()}. Whatever they are, 64 bits hold
   * them exactly.
   *
   * @return a new array
   */
  double[] toDoubles();

  /**
   * A shape of given numbers, the inverse of {@link #toDoubles()}.
   *
   * @param type the type of a shape
   * @param numbers as many as it has components; narrowed to what it stores
   * @return the shape
   * @throws IllegalArgumentException if the type is no shape's, if it has not as many components,
   *     or if one has to be an integer of 32 bits and is not
   */
  static Shape of(VariantType type, double... numbers) {
    return switch (MathComponents.kind(type)) {
      case REAL, FLOAT -> RealShape.of(type, numbers);
      case INT -> IntShape.of(type, MathComponents.integers(numbers));
    };
  }
}
