package io.github.godotvariant;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Signed 32-bit integers. */
public final class PackedInt32Array implements PackedArray {
  private final int[] elements;

  private PackedInt32Array(int[] elements) {
    this.elements = Objects.requireNonNull(elements, "elements");
  }

  /**
   * An array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedInt32Array of(int... elements) {
    return new PackedInt32Array(elements.clone());
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedInt32Array wrap(int[] elements) {
    return new PackedInt32Array(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public int get(int index) {
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
  public int[] toArray() {
    return elements.clone();
  }

  /**
   * The elements without a copy.
   *
   * @return a read-only buffer from the first element to the last
   */
  public IntBuffer asBuffer() {
    return IntBuffer.wrap(elements).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_INT32_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedInt32Array that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (int element : elements) {
      hash.add(element);
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
