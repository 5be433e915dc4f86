package io.github.godotvariant;

import java.nio.FloatBuffer;
import java.util.Objects;

/** 32-bit floats. Equality is by bits. */
public final class PackedFloat32Array implements PackedArray {
  private final float[] elements;

  private PackedFloat32Array(float[] elements) {
    this.elements = Objects.requireNonNull(elements, "elements");
  }

  /**
   * An array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedFloat32Array of(float... elements) {
    return new PackedFloat32Array(elements.clone());
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedFloat32Array wrap(float[] elements) {
    return new PackedFloat32Array(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public float get(int index) {
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
  public float[] toArray() {
    return elements.clone();
  }

  /**
   * The elements without a copy.
   *
   * @return a read-only buffer from the first element to the last
   */
  public FloatBuffer asBuffer() {
    return FloatBuffer.wrap(elements).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_FLOAT32_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedFloat32Array that && Bits.same(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (float element : elements) {
      hash.add(Float.floatToRawIntBits(element));
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
