package io.github.godotvariant;

import java.util.List;

/**
 * An array whose elements all have one type and are stored side by side. Ten types, one class each.
 * Immutable: {@code of} and {@code toArray} copy, {@code asBuffer} is a read-only view, and {@code
 * wrap} takes ownership of the given Java array, which must not change from then on.
 */
public sealed interface PackedArray extends Variant
    permits PackedByteArray,
        PackedInt32Array,
        PackedInt64Array,
        PackedFloat32Array,
        PackedFloat64Array,
        PackedStringArray,
        PackedVectorArray,
        PackedColorArray {

  /**
   * The number of elements: bytes, numbers, strings, vectors or colours.
   *
   * @return 0 or more
   */
  int size();

  /**
   * Whether there are no elements.
   *
   * @return true if the size is 0
   */
  default boolean isEmpty() {
    return size() == 0;
  }

  /**
   * The elements as values: an int for a byte, 0 to 255, or an integer, a float for a number.
   *
   * @return an unmodifiable view
   */
  default List<Variant> elements() {
    return Parts.view(size(), index -> Parts.element(this, index));
  }

  /**
   * A packed array of values. Numbers are rounded to what it stores.
   *
   * @param type the type of the array, for example {@link VariantType#PACKED_INT32_ARRAY}
   * @param elements values of the type that {@link VariantType#elementType} names
   * @return the array
   * @throws IllegalArgumentException if the type is no packed array's, or if an element is of
   *     another type or does not fit
   */
  static PackedArray of(VariantType type, List<? extends Variant> elements) {
    VariantType wanted =
        type.elementType()
            .orElseThrow(() -> new IllegalArgumentException(type + " is no packed array"));
    for (Variant element : elements) {
      if (element.type() != wanted) {
        throw new IllegalArgumentException(element.type() + " is no element of " + type);
      }
    }
    return Parts.packed(type, elements);
  }

  /**
   * A packed array that takes ownership of numbers of 32 bits, which must not change afterwards.
   *
   * @param type {@link VariantType#PACKED_FLOAT32_ARRAY}, or a type of vectors or colors
   * @param numbers the numbers, or all components; not copied
   * @return the array
   * @throws IllegalArgumentException if the type stores something else, or if the components do not
   *     make whole elements
   */
  static PackedArray wrap(VariantType type, float[] numbers) {
    return switch (type) {
      case PACKED_FLOAT32_ARRAY -> PackedFloat32Array.wrap(numbers);
      case PACKED_VECTOR2_ARRAY -> PackedVector2Array.wrap(numbers);
      case PACKED_VECTOR3_ARRAY -> PackedVector3Array.wrap(numbers);
      case PACKED_VECTOR4_ARRAY -> PackedVector4Array.wrap(numbers);
      case PACKED_COLOR_ARRAY -> PackedColorArray.wrap(numbers);
      default -> throw new IllegalArgumentException(type + " stores no numbers of 32 bits");
    };
  }

  /**
   * A packed array that takes ownership of numbers of 64 bits, which must not change afterwards.
   *
   * @param type {@link VariantType#PACKED_FLOAT64_ARRAY}, or a type of vectors
   * @param numbers the numbers, or all components; not copied
   * @return the array
   * @throws IllegalArgumentException if the type stores something else, or if the components do not
   *     make whole elements
   */
  static PackedArray wrap(VariantType type, double[] numbers) {
    return switch (type) {
      case PACKED_FLOAT64_ARRAY -> PackedFloat64Array.wrap(numbers);
      case PACKED_VECTOR2_ARRAY -> PackedVector2Array.wrap(numbers);
      case PACKED_VECTOR3_ARRAY -> PackedVector3Array.wrap(numbers);
      case PACKED_VECTOR4_ARRAY -> PackedVector4Array.wrap(numbers);
      default -> throw new IllegalArgumentException(type + " stores no numbers of 64 bits");
    };
  }
}
