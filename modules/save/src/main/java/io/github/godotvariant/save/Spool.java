package io.github.godotvariant.save;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores bytes until the header before them is known: a few bytes in memory, more bytes in a file
 * that is deleted when it is closed or the process ends.
 */
final class Spool extends OutputStream {
  private static final int IN_MEMORY = 1 << 20;
  private static final int PIECE = 1 << 16;

  private final Optional<Path> folder;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;

  /** Whether a write failed, so that the content is unknown. */
  private boolean broken;

  /**
   * Creates an empty spool.
   *
   * @param folder the folder for a file; empty to keep all bytes in memory
   */
  Spool(Optional<Path> folder) {
    this.folder = folder;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    checkWhole();
    broken = true;
    memory.write(bytes, offset, count);
    if (folder.isPresent() && memory.size() >= IN_MEMORY) {
      if (file == null) {
        file =
            FileChannel.open(
                TemporaryFiles.next(folder.get().resolve("spool")),
                Set.of(
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE),
                AtomicFile.ownerOnly(folder.get()));
      }
      ByteBuffer full = ByteBuffer.wrap(memory.toByteArray());
      while (full.hasRemaining()) {
        file.write(full);
      }
      memory.reset();
    }
    broken = false;
  }

  private void checkWhole() throws IOException {
    if (broken) {
      throw new IOException("a write failed before");
    }
  }

  /** Writes all bytes to a stream. */
  void copyTo(OutputStream target) throws IOException {
    checkWhole();
    if (file != null) {
      file.position(0);
      ByteBuffer piece = ByteBuffer.allocate(PIECE);
      while (file.read(piece) >= 0) {
        target.write(piece.array(), 0, piece.position());
        piece.clear();
      }
    }
    memory.writeTo(target);
  }

  @Override
  public void close() throws IOException {
    memory = new ByteArrayOutputStream();
    if (file != null) {
      file.close();
    }
  }
}
