package io.github.godotvariant;

import java.nio.IntBuffer;
import java.util.Objects;

/** A packed array of signed 32-bit integers. */
public final class PackedInt32Array extends PackedArray {
  private PackedInt32Array(int[] elements) {
    super(Objects.requireNonNull(elements, "elements"), 1);
  }

  /**
   * Creates an array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedInt32Array of(int... elements) {
    return new PackedInt32Array(elements.clone());
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedInt32Array unsafeWrap(int[] elements) {
    return new PackedInt32Array(elements);
  }

  private int[] values() {
    return (int[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public int get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public int[] toArray() {
    return values().clone();
  }

  /** {@return a read-only buffer of all elements, without a copy} */
  public IntBuffer asBuffer() {
    return IntBuffer.wrap(values()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_INT32_ARRAY;
  }
}
