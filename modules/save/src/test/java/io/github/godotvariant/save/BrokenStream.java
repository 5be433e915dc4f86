package io.github.godotvariant.save;

import java.io.IOException;
import java.io.InputStream;

/** An input stream that returns at most 7 bytes at a time and fails at a given position. */
final class BrokenStream extends InputStream {
  private final byte[] bytes;
  private final int failurePosition;
  private int at;

  BrokenStream(byte[] bytes, int failurePosition) {
    this.bytes = bytes;
    this.failurePosition = failurePosition;
  }

  @Override
  public int read() throws IOException {
    if (at == failurePosition) {
      throw new IOException("unplugged");
    }
    return bytes[at++] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int given = Math.min(count, 7);
    for (int i = 0; i < given; i++) {
      if (at == failurePosition && i > 0) {
        return i;
      }
      target[offset + i] = (byte) read();
    }
    return given;
  }
}
