package io.github.godotvariant.save;

import java.io.IOException;
import java.io.OutputStream;

/** Wraps a layer around bytes that are written, and passes everything on when it is finished. */
abstract sealed class LayerOutput extends OutputStream permits CompressedOutput, EncryptedOutput {
  /** Writes the whole layer to where it belongs. */
  abstract void finish() throws IOException;

  @Override
  public final void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public abstract void write(byte[] bytes, int offset, int count) throws IOException;

  /** Gives everything back that was taken for it; does not finish. */
  @Override
  public abstract void close() throws IOException;
}
