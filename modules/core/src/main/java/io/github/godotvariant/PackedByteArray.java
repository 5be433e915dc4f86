package io.github.godotvariant;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A packed array of bytes. In Godot, a byte is 0 to 255; {@link #get} returns a signed Java byte.
 */
public final class PackedByteArray extends PackedArray {
  private PackedByteArray(byte[] elements) {
    super(Objects.requireNonNull(elements, "elements"), 1);
  }

  /**
   * Creates an array of the given elements.
   *
   * @param elements the elements; copied
   * @return the array
   */
  public static PackedByteArray of(byte... elements) {
    return new PackedByteArray(elements.clone());
  }

  /**
   * Creates an array that takes ownership of the argument, which must not change afterwards.
   *
   * @param elements the elements; not copied
   * @return the array
   */
  public static PackedByteArray unsafeWrap(byte[] elements) {
    return new PackedByteArray(elements);
  }

  private byte[] values() {
    return (byte[]) storage;
  }

  /**
   * Returns an element.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element as a signed byte
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public byte get(int index) {
    return values()[index];
  }

  /** {@return a copy of the elements} */
  public byte[] toArray() {
    return values().clone();
  }

  /** {@return a read-only buffer of all elements, without a copy} */
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(values()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_BYTE_ARRAY;
  }
}
