package io.github.godotvariant;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Signed 64-bit integers. */
public final class PackedInt64Array implements PackedArray {
  private final long[] elements;

  private PackedInt64Array(long[] elements) {
    this.elements = Objects.requireNonNull(elements, "elements");
  }

  /**
   * An array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedInt64Array of(long... elements) {
    return new PackedInt64Array(elements.clone());
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedInt64Array wrap(long[] elements) {
    return new PackedInt64Array(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public long get(int index) {
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
  public long[] toArray() {
    return elements.clone();
  }

  /**
   * The elements without a copy.
   *
   * @return a read-only buffer from the first element to the last
   */
  public LongBuffer asBuffer() {
    return LongBuffer.wrap(elements).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_INT64_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedInt64Array that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (long element : elements) {
      hash.add(element);
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
