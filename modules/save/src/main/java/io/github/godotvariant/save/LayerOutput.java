package io.github.godotvariant.save;

import java.io.IOException;
import java.io.OutputStream;

/** Collects the contents of a layer, and writes the complete layer when it is finished. */
abstract sealed class LayerOutput extends OutputStream permits CompressedOutput, EncryptedOutput {
  /** Writes the complete layer to the target. */
  abstract void finish() throws IOException;

  @Override
  public final void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public abstract void write(byte[] bytes, int offset, int count) throws IOException;

  /** Releases the resources of this layer, without finishing it. */
  @Override
  public abstract void close() throws IOException;
}
