package io.github.godotvariant;

import java.nio.DoubleBuffer;
import java.util.Objects;

/** A packed array of 64-bit floats. Arrays are equal if all elements have the same bits. */
public final class PackedFloat64Array extends PackedArray {
  private PackedFloat64Array(double[] elements) {
    super(Objects.requireNonNull(elements, "elements"), 1);
  }

  /**
   * Creates an array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedFloat64Array of(double... elements) {
    return new PackedFloat64Array(elements.clone());
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedFloat64Array unsafeWrap(double[] elements) {
    return new PackedFloat64Array(elements);
  }

  private double[] values() {
    return (double[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public double get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public double[] toArray() {
    return values().clone();
  }

  /** {@return a read-only buffer of all elements, without a copy} */
  public DoubleBuffer asBuffer() {
    return DoubleBuffer.wrap(values()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_FLOAT64_ARRAY;
  }
}
