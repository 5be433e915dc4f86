package io.github.godotvariant;

import java.nio.DoubleBuffer;
import java.util.Objects;

/** 64-bit floats. Equality is by bits. */
public final class PackedFloat64Array implements PackedArray {
  private final double[] elements;

  private PackedFloat64Array(double[] elements) {
    this.elements = Objects.requireNonNull(elements, "elements");
  }

  /**
   * An array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedFloat64Array of(double... elements) {
    return new PackedFloat64Array(elements.clone());
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedFloat64Array wrap(double[] elements) {
    return new PackedFloat64Array(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public double get(int index) {
    return elements[Objects.checkIndex(index, elements.length)];
  }

  @Override
  public int size() {
    return elements.length;
  }

  /**
   * The elements.
   *
   * @return a copy
   */
  public double[] toArray() {
    return elements.clone();
  }

  /**
   * The elements without a copy.
   *
   * @return a read-only buffer from the first element to the last
   */
  public DoubleBuffer asBuffer() {
    return DoubleBuffer.wrap(elements).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_FLOAT64_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedFloat64Array that && Bits.same(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (double element : elements) {
      hash.add(Double.doubleToRawLongBits(element));
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
