package io.github.godotvariant.text;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.VariantType;
import java.nio.ByteBuffer;

/** A growing buffer of numbers that all have the same width in bytes, stored as primitives. */
final class NumberBuffer {
  private static final int INITIAL_CAPACITY = 64;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final int width;
  private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_CAPACITY);

  NumberBuffer(int width) {
    this.width = width;
  }

  /** {@return whether the buffer has reached the maximum length of a Java array} */
  boolean isFull() {
    return buffer.position() > MAX_CAPACITY - width;
  }

  private ByteBuffer ensureCapacity() {
    if (buffer.remaining() < width) {
      long size = Math.min(2L * buffer.capacity(), MAX_CAPACITY);
      buffer = ByteBuffer.allocate((int) size).put(buffer.flip());
    }
    return buffer;
  }

  void add(long number) {
    switch (width) {
      case Byte.BYTES -> ensureCapacity().put((byte) number);
      case Integer.BYTES -> ensureCapacity().putInt((int) number);
      default -> ensureCapacity().putLong(number);
    }
  }

  void add(float number) {
    ensureCapacity().putFloat(number);
  }

  void add(double number) {
    ensureCapacity().putDouble(number);
  }

  int size() {
    return buffer.position() / width;
  }

  /**
   * Returns a packed array of the given type with the numbers of this buffer. The type must store
   * numbers of the buffer's width.
   */
  PackedArray array(VariantType type) {
    int size = size();
    buffer.flip();
    switch (type) {
      case PACKED_BYTE_ARRAY -> {
        byte[] all = new byte[size];
        buffer.get(all);
        return PackedByteArray.unsafeWrap(all);
      }
      case PACKED_INT32_ARRAY -> {
        int[] all = new int[size];
        buffer.asIntBuffer().get(all);
        return PackedInt32Array.unsafeWrap(all);
      }
      case PACKED_INT64_ARRAY -> {
        long[] all = new long[size];
        buffer.asLongBuffer().get(all);
        return PackedInt64Array.unsafeWrap(all);
      }
      default -> {
        if (width == Float.BYTES) {
          float[] all = new float[size];
          buffer.asFloatBuffer().get(all);
          return PackedArray.unsafeWrap(type, all);
        }
        double[] all = new double[size];
        buffer.asDoubleBuffer().get(all);
        return PackedArray.unsafeWrap(type, all);
      }
    }
  }
}
