package io.github.godotvariant.save;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
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
 * Stores the bytes of a layer until the header before them is known. If they are more than 1 MiB,
 * they are stored in a temporary file, which is deleted when it is closed or the process ends.
 */
final class Spool implements Closeable {
  private static final int IN_MEMORY = 1 << 20;
  private static final int PIECE = 1 << 16;

  private final Optional<Path> folder;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;

  /**
   * Creates an empty spool.
   *
   * @param folder the folder for a file; empty to keep all bytes in memory
   */
  Spool(Optional<Path> folder) {
    this.folder = folder;
  }

  /** Adds bytes. After an exception, the content is unknown. */
  void write(byte[] bytes, int offset, int count) throws IOException {
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
  }

  /** Writes all bytes to a stream. */
  void copyTo(OutputStream target) throws IOException {
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
