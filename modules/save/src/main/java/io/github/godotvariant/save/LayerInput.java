package io.github.godotvariant.save;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of a layer piece by piece. After a failure, each read throws the same
 * exception, because later pieces would follow missing contents.
 */
abstract sealed class LayerInput extends InputStream permits CompressedInput, EncryptedInput {
  /** The current piece; the bytes from {@link #at} to {@link #end} were not read yet. */
  byte[] piece = {};

  int at;
  int end;

  private @Nullable Exception failure;

  /**
   * Reads the next piece, which may be empty.
   *
   * @return false at the end of the contents
   */
  abstract boolean advance() throws IOException;

  /**
   * Reads pieces until the current piece has bytes that were not read yet; returns false at the end
   * of the contents.
   */
  final boolean fill() throws IOException {
    while (at == end) {
      if (failure instanceof IOException broken) {
        throw broken;
      } else if (failure instanceof SaveFileException damage) {
        throw damage;
      }
      try {
        if (!advance()) {
          return false;
        }
      } catch (IOException | SaveFileException e) {
        failure = e;
        throw e;
      }
    }
    return true;
  }

  @Override
  public final int read() throws IOException {
    return fill() ? piece[at++] & 0xFF : -1;
  }

  @Override
  public final int read(byte[] target, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int given = Math.min(count, end - at);
    System.arraycopy(piece, at, target, offset, given);
    at += given;
    return given;
  }
}
