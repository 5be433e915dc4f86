package io.github.godotvariant;

import java.nio.LongBuffer;
import java.util.Objects;

/** A packed array of signed 64-bit integers. */
public final class PackedInt64Array extends PackedArray {
  private PackedInt64Array(long[] elements) {
    super(Objects.requireNonNull(elements, "elements"), 1);
  }

  /**
   * Creates an array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedInt64Array of(long... elements) {
    return new PackedInt64Array(elements.clone());
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedInt64Array unsafeWrap(long[] elements) {
    return new PackedInt64Array(elements);
  }

  private long[] values() {
    return (long[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public long get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public long[] toArray() {
    return values().clone();
  }

  /** {@return a read-only buffer of all elements, without a copy} */
  public LongBuffer asBuffer() {
    return LongBuffer.wrap(values()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_INT64_ARRAY;
  }
}
