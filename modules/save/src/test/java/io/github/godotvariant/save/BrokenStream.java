package io.github.godotvariant.save;

import java.io.IOException;
import java.io.InputStream;

/** Gives so many bytes, a few at a time, and then fails. */
final class BrokenStream extends InputStream {
  private final byte[] bytes;
  private final int good;
  private int at;

  BrokenStream(byte[] bytes, int good) {
    this.bytes = bytes;
    this.good = good;
  }

  @Override
  public int read() throws IOException {
    if (at == good) {
      throw new IOException("unplugged");
    }
    return bytes[at++] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int given = Math.min(count, 7);
    for (int i = 0; i < given; i++) {
      if (at == good && i > 0) {
        return i;
      }
      target[offset + i] = (byte) read();
    }
    return given;
  }
}
