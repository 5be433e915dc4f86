package io.github.godotvariant.text;

import java.nio.ByteBuffer;

/** Numbers of one width, as they come, without boxes around them. */
final class Numbers {
  private static final int FIRST = 64;
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final int width;
  private ByteBuffer buffer = ByteBuffer.allocate(FIRST);

  Numbers(int width) {
    this.width = width;
  }

  /** Whether no array could hold one more. */
  boolean isFull() {
    return buffer.position() > LARGEST - width;
  }

  private ByteBuffer room() {
    if (buffer.remaining() < width) {
      long size = Math.min(2L * buffer.capacity(), LARGEST);
      buffer = ByteBuffer.allocate((int) size).put(buffer.flip());
    }
    return buffer;
  }

  void add(long number) {
    switch (width) {
      case Byte.BYTES -> room().put((byte) number);
      case Integer.BYTES -> room().putInt((int) number);
      default -> room().putLong(number);
    }
  }

  void add(float number) {
    room().putFloat(number);
  }

  void add(double number) {
    room().putDouble(number);
  }

  int size() {
    return buffer.position() / width;
  }

  /** The numbers in a Java array of their width. */
  Object array(boolean areIntegers) {
    int size = size();
    buffer.flip();
    if (width == Byte.BYTES) {
      byte[] all = new byte[size];
      buffer.get(all);
      return all;
    } else if (width == Integer.BYTES && areIntegers) {
      int[] all = new int[size];
      buffer.asIntBuffer().get(all);
      return all;
    } else if (width == Integer.BYTES) {
      float[] all = new float[size];
      buffer.asFloatBuffer().get(all);
      return all;
    } else if (areIntegers) {
      long[] all = new long[size];
      buffer.asLongBuffer().get(all);
      return all;
    }
    double[] all = new double[size];
    buffer.asDoubleBuffer().get(all);
    return all;
  }
}
