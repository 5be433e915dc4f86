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

  void add(byte number) {
    room().put(number);
  }

  void add(int number) {
    room().putInt(number);
  }

  void add(long number) {
    room().putLong(number);
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

  byte[] bytes() {
    byte[] all = new byte[size()];
    buffer.flip().get(all);
    return all;
  }

  int[] ints() {
    int[] all = new int[size()];
    buffer.flip().asIntBuffer().get(all);
    return all;
  }

  long[] longs() {
    long[] all = new long[size()];
    buffer.flip().asLongBuffer().get(all);
    return all;
  }

  float[] floats() {
    float[] all = new float[size()];
    buffer.flip().asFloatBuffer().get(all);
    return all;
  }

  double[] doubles() {
    double[] all = new double[size()];
    buffer.flip().asDoubleBuffer().get(all);
    return all;
  }
}
