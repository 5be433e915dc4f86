package io.github.godotvariant;

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
}
