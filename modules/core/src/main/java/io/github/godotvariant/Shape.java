package io.github.godotvariant;

/**
 * A value with a fixed number of numeric components: a vector, rectangle, transform or color.
 * {@link VariantType} defines the names and the kind of the components.
 */
public sealed interface Shape extends Variant permits RealShape, IntShape {
  /**
   * Returns the components in the order of {@link VariantType#components()}: in the declaration
   * order of the record, part by part; matrices column by column. A {@code double} represents every
   * component exactly.
   *
   * @return a new array
   */
  double[] toDoubles();

  /**
   * Creates a shape from its components; the inverse of {@link #toDoubles()}.
   *
   * @param type the type of a shape
   * @param numbers the components, as many as the type has; narrowed to the stored precision
   * @return the shape
   * @throws IllegalArgumentException if the type is not a shape, if it has another number of
   *     components, or if an integer component is not a 32-bit integer
   */
  static Shape of(VariantType type, double... numbers) {
    return switch (MathComponents.kind(type)) {
      case REAL, FLOAT -> RealShape.of(type, numbers);
      case INT -> IntShape.of(type, MathComponents.integers(numbers));
    };
  }
}
