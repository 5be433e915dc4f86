package io.github.godotvariant.save;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Provides the bytes of a file. A file is opened only once, so another program can rename or delete
 * the file while it is read.
 *
 * @param canReopen whether the source can be read more than once
 * @param opener returns the bytes from the start
 * @param opened the file to close; an empty action if the caller closes the file
 */
record Source(boolean canReopen, Opener opener, Closeable opened) implements Closeable {
  private static final Closeable NOTHING = () -> {};

  /** Opens the contents of a source. */
  @FunctionalInterface
  interface Opener {
    Content open() throws IOException;
  }

  /**
   * Returns the bytes from the start. Afterwards, do not read contents that an earlier call has
   * returned.
   */
  Content open() throws IOException {
    return opener.open();
  }

  @Override
  public void close() throws IOException {
    opened.close();
  }

  static Source of(Path path) throws IOException {
    return of(path, path.toString());
  }

  /** Opens a file; {@code name} is its name in messages. */
  static Source of(Path path, String name) throws IOException {
    if (Files.isDirectory(path)) {
      throw new FileSystemException(name, null, "is a directory");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Pipes and devices can be read only once and have no length.
      InputStream stream = Files.newInputStream(path);
      return of(stream, name, stream);
    }
    SeekableByteChannel channel = Files.newByteChannel(path);
    return of(channel, 0, name, channel);
  }

  static Source of(InputStream stream) {
    return of(stream, "", NOTHING);
  }

  static Source of(SeekableByteChannel channel) throws IOException {
    return of(channel, channel.position(), "", NOTHING);
  }

  static Source of(byte[] bytes, String file) {
    return new Source(true, () -> new Content(bytes, file), NOTHING);
  }

  private static Source of(InputStream stream, String file, Closeable opened) {
    return new Source(false, () -> new Content(unclosed(stream), Content.UNKNOWN, file), opened);
  }

  private static Source of(SeekableByteChannel channel, long start, String file, Closeable opened) {
    return new Source(
        true,
        () -> {
          channel.position(start);
          InputStream stream = unclosed(Channels.newInputStream(channel));
          return new Content(stream, channel.size() - start, true, file);
        },
        opened);
  }

  private static InputStream unclosed(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public void close() {}
    };
  }
}
