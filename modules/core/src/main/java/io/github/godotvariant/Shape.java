package io.github.godotvariant;

/**
 * A value with a fixed number of numeric components: a vector, rectangle, transform or color.
 * {@link VariantType} defines the names and the kind of the components.
 */
public sealed interface Shape extends Variant permits RealShape, IntShape {
  /**
   * Returns the components in the order of {@link VariantType#components()}. This is the order in
   * which the record declares the components: for example, first all components of {@code
   * position}, then all components of {@code size}. For matrices, the order is column by column. A
   * {@code double} represents every component exactly.
   *
   * @return a new array
   */
  double[] toDoubles();

  /**
   * Creates a value from its components. This is the inverse of {@link #toDoubles()}.
   *
   * @param type the type of the value: a vector, rectangle, transform or color
   * @param numbers the components, as many as the type has
   * @return the value
   * @throws IllegalArgumentException if the type has no components, or if the number of components
   *     is wrong; also if the type has integer components and a number is not a 32-bit integer
   */
  static Shape of(VariantType type, double... numbers) {
    return switch (MathComponents.kind(type)) {
      case REAL, FLOAT -> RealShape.of(type, numbers);
      case INT -> IntShape.of(type, MathComponents.integers(numbers));
    };
  }
}
