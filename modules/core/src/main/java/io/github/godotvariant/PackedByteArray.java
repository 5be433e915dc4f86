package io.github.godotvariant;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Bytes; the engine takes them as 0 to 255. */
public final class PackedByteArray implements PackedArray {
  private final byte[] elements;

  private PackedByteArray(byte[] elements) {
    this.elements = Objects.requireNonNull(elements, "elements");
  }

  /**
   * An array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedByteArray of(byte... elements) {
    return new PackedByteArray(elements.clone());
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedByteArray wrap(byte[] elements) {
    return new PackedByteArray(elements);
  }

  /**
   * An element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public byte get(int index) {
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
  public byte[] toArray() {
    return elements.clone();
  }

  /**
   * The elements without a copy.
   *
   * @return a read-only buffer from the first element to the last
   */
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(elements).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_BYTE_ARRAY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedByteArray that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(elements.length);
    for (byte element : elements) {
      hash.add(element);
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
