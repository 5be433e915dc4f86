package io.github.godotvariant.save;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * What is inside a layer, piece by piece. Once a piece cannot be made there are no more: whoever
 * tries again meets the same failure, as going on behind it would leave contents out in silence.
 */
abstract sealed class LayerInput extends InputStream permits CompressedInput, EncryptedInput {
  /** The piece that was made last; what is still to be given stands from {@link #at} on. */
  byte[] piece = {};

  int at;
  int end;

  private @Nullable IOException broken;
  private @Nullable SaveFileException damage;

  /**
   * Makes the next piece, which may be empty.
   *
   * @return false at the end of the contents
   */
  abstract boolean advance() throws IOException;

  /** Makes sure that there is something to give; false at the end of the contents. */
  final boolean fill() throws IOException {
    while (at == end) {
      if (broken != null) {
        throw broken;
      }
      if (damage != null) {
        throw damage;
      }
      try {
        if (!advance()) {
          return false;
        }
      } catch (IOException e) {
        broken = e;
        throw e;
      } catch (SaveFileException e) {
        damage = e;
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
