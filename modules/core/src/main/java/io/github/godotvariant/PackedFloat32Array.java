package io.github.godotvariant;

import java.nio.FloatBuffer;
import java.util.Objects;

/** A packed array of 32-bit floats. Arrays are equal if all elements have the same bits. */
public final class PackedFloat32Array extends PackedArray {
  private PackedFloat32Array(float[] elements) {
    super(Objects.requireNonNull(elements, "elements"), 1);
  }

  /**
   * Creates an array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedFloat32Array of(float... elements) {
    return new PackedFloat32Array(elements.clone());
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedFloat32Array unsafeWrap(float[] elements) {
    return new PackedFloat32Array(elements);
  }

  private float[] values() {
    return (float[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public float get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public float[] toArray() {
    return values().clone();
  }

  /** {@return a read-only buffer of all elements, without a copy} */
  public FloatBuffer asBuffer() {
    return FloatBuffer.wrap(values()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_FLOAT32_ARRAY;
  }
}
