package io.github.godotvariant;

import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * An array whose elements all have the same type and are stored one after the other. Each of
 * Godot's ten types of packed arrays has its own class. Packed arrays are immutable: {@code of} and
 * {@code toArray} copy, and {@code asBuffer} returns a read-only view. {@code unsafeWrap} takes
 * ownership of the given Java array, which must not change afterwards.
 *
 * <p>{@link #longAt} and {@link #doubleAt} read numbers without a cast to a subclass and without an
 * object for each number. {@link #elementType()} says which method to call: {@code longAt} for
 * {@link VariantType#INT}; {@code doubleAt} for {@link VariantType#FLOAT} and for the components of
 * vectors and colors.
 *
 * <p>Two arrays are equal if they have the same type and equal elements. Floating-point numbers are
 * compared by their bits. The components of vectors and colors are compared in 64 bits, even if
 * they are stored in 32 bits.
 */
public abstract sealed class PackedArray implements Variant
    permits PackedByteArray,
        PackedInt32Array,
        PackedInt64Array,
        PackedFloat32Array,
        PackedFloat64Array,
        PackedStringArray,
        PackedVectorArray {
  /** The Java array of all elements or components, see {@link PackedStorage}. */
  final Object storage;

  private final int size;

  /**
   * Takes ownership of a storage array.
   *
   * @param dimensions the number of components of an element; 1 for numbers and strings
   */
  PackedArray(Object storage, int dimensions) {
    int length = Array.getLength(storage);
    if (length % dimensions != 0) {
      throw new IllegalArgumentException(
          length + " components do not make elements of " + dimensions);
    }
    this.storage = storage;
    this.size = length / dimensions;
  }

  /** {@return the number of elements: bytes, numbers, strings, vectors or colors} */
  public final int size() {
    return size;
  }

  /** {@return whether the array has no elements} */
  public final boolean isEmpty() {
    return size == 0;
  }

  /**
   * Returns the type of the elements.
   *
   * @return {@link VariantType#INT} for bytes and integers of both widths, {@link
   *     VariantType#FLOAT} for floats of both widths, {@link VariantType#STRING}, or the type of
   *     the vectors or colors
   */
  public final VariantType elementType() {
    return type().elementType().orElseThrow();
  }

  /**
   * Returns an element of an array of bytes or integers.
   *
   * @param index 0 to {@code size() - 1}
   * @return the integer; a byte is 0 to 255
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws VariantTypeException if the elements are not integers
   */
  public final long longAt(int index) {
    if (storage instanceof byte[] || storage instanceof int[] || storage instanceof long[]) {
      return PackedStorage.longAt(storage, index);
    }
    throw VariantTypeException.mismatch(IntValue.class, this, "");
  }

  /**
   * Returns a floating-point number: an element of an array of floats, or a component of an array
   * of vectors or colors. Component {@code c} of element {@code i} has the index {@code i *
   * elementType().components().size() + c}. 32-bit numbers are widened to 64 bits; a NaN keeps its
   * bits.
   *
   * @param index 0 to the number of all elements minus 1; for vectors and colors, to the number of
   *     all components minus 1
   * @return the number
   * @throws IndexOutOfBoundsException if there is no such number
   * @throws VariantTypeException if the elements are integers or strings
   */
  public final double doubleAt(int index) {
    if (PackedStorage.holdsReals(storage)) {
      return PackedStorage.doubleAt(storage, index);
    }
    throw VariantTypeException.mismatch(FloatValue.class, this, "");
  }

  /** {@return the number of all elements, or of all components of vectors or colors} */
  final int length() {
    return Array.getLength(storage);
  }

  /** {@return an element as a value} */
  Variant element(int index) {
    return switch (elementType()) {
      case INT -> IntValue.of(longAt(index));
      case FLOAT -> FloatValue.of(doubleAt(index));
      default -> StringValue.of(((String[]) storage)[index]);
    };
  }

  /**
   * Returns the elements as values: {@link IntValue} for bytes (0 to 255) and integers, {@link
   * FloatValue} for floats, {@link StringValue} for strings, or the vectors or colors.
   *
   * @return an unmodifiable view
   */
  public final List<Variant> elements() {
    return view(this::element);
  }

  /** {@return an unmodifiable list that computes an element each time the element is read} */
  final <T> List<T> view(IntFunction<T> element) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return element.apply(Objects.checkIndex(index, size));
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /**
   * Creates a packed array of values. In a {@link VariantType#PACKED_FLOAT32_ARRAY}, numbers are
   * rounded to 32 bits.
   *
   * @param type the type of the array, for example {@link VariantType#PACKED_INT32_ARRAY}
   * @param elements values of the element type, see {@link VariantType#elementType}; copied
   * @return the array
   * @throws IllegalArgumentException if the type is not a packed array, or if an element has
   *     another type or is out of range
   */
  public static PackedArray of(VariantType type, List<? extends Variant> elements) {
    VariantType elementType =
        type.elementType()
            .orElseThrow(() -> new IllegalArgumentException(type + " is not a packed array"));
    for (Variant element : elements) {
      if (element.type() != elementType) {
        throw new IllegalArgumentException(
            element.type() + " is not the element type of " + type + ": " + elementType);
      }
    }
    return MathComponents.packed(type, elements);
  }

  /**
   * Creates a packed array that takes ownership of 32-bit numbers. They must not change afterwards.
   *
   * @param type {@link VariantType#PACKED_FLOAT32_ARRAY}, or a packed array of vectors or colors
   * @param numbers the numbers, or all components; not copied
   * @return the array
   * @throws IllegalArgumentException if the type is not one of these, or if the last vector or
   *     color is incomplete
   */
  public static PackedArray unsafeWrap(VariantType type, float[] numbers) {
    if (type != VariantType.PACKED_FLOAT32_ARRAY && !holdsVectors(type)) {
      throw new IllegalArgumentException(type + " does not store 32-bit floats");
    }
    return PackedStorage.wrap(type, numbers);
  }

  /**
   * Creates a packed array that takes ownership of 64-bit numbers. They must not change afterwards.
   *
   * @param type {@link VariantType#PACKED_FLOAT64_ARRAY}, or a packed array of vectors or colors
   * @param numbers the numbers, or all components; not copied
   * @return the array
   * @throws IllegalArgumentException if the type is not one of these, or if the last vector or
   *     color is incomplete
   */
  public static PackedArray unsafeWrap(VariantType type, double[] numbers) {
    if (type != VariantType.PACKED_FLOAT64_ARRAY && !holdsVectors(type)) {
      throw new IllegalArgumentException(type + " does not store 64-bit floats");
    }
    return PackedStorage.wrap(type, numbers);
  }

  private static boolean holdsVectors(VariantType type) {
    return type.elementType().filter(element -> !element.parts().isEmpty()).isPresent();
  }

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof PackedArray that
            && type() == that.type()
            && PackedStorage.equal(storage, that.storage));
  }

  @Override
  public final int hashCode() {
    return PackedStorage.hash(type(), storage);
  }

  @Override
  public final String toString() {
    return TextPrinter.of(this);
  }
}
