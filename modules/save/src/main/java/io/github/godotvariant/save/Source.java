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
 * The source of the bytes of a file. A file is opened only once, so it can be renamed or deleted
 * meanwhile. The source is closed only if it was opened here.
 */
abstract sealed class Source implements Closeable {
  /** File name for messages; empty for streams. */
  final String file;

  private final Closeable opened;

  private Source(String file, Closeable opened) {
    this.file = file;
    this.opened = opened;
  }

  /** {@return whether the source can be read more than once} */
  abstract boolean canReopen();

  /** Returns the bytes from the start. Only one of the returned contents can be read at a time. */
  abstract Content open() throws IOException;

  @Override
  public final void close() throws IOException {
    opened.close();
  }

  static Source of(Path path) throws IOException {
    return of(path, path.toString());
  }

  /** Opens a file with another name in messages. */
  static Source of(Path path, String name) throws IOException {
    if (Files.isDirectory(path)) {
      throw new FileSystemException(name, null, "is a directory");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Pipes and devices can be read once and have no length.
      InputStream stream = Files.newInputStream(path);
      return new OfStream(stream, name, stream);
    }
    SeekableByteChannel channel = Files.newByteChannel(path);
    return new OfChannel(channel, 0, name, channel);
  }

  static Source of(InputStream stream) {
    return new OfStream(stream, "", () -> {});
  }

  static Source of(SeekableByteChannel channel) throws IOException {
    return new OfChannel(channel, channel.position(), "", () -> {});
  }

  static Source of(byte[] bytes, String file) {
    return new OfBytes(bytes, file);
  }

  private static final class OfChannel extends Source {
    private final SeekableByteChannel channel;
    private final long start;

    OfChannel(SeekableByteChannel channel, long start, String file, Closeable opened) {
      super(file, opened);
      this.channel = channel;
      this.start = start;
    }

    @Override
    boolean canReopen() {
      return true;
    }

    @Override
    Content open() throws IOException {
      channel.position(start);
      return new Content(
          unclosed(Channels.newInputStream(channel)), channel.size() - start, true, file);
    }
  }

  private static final class OfStream extends Source {
    private final InputStream stream;

    OfStream(InputStream stream, String file, Closeable opened) {
      super(file, opened);
      this.stream = stream;
    }

    @Override
    boolean canReopen() {
      return false;
    }

    @Override
    Content open() {
      return new Content(unclosed(stream), Content.UNKNOWN, file);
    }
  }

  private static final class OfBytes extends Source {
    private final byte[] bytes;

    OfBytes(byte[] bytes, String file) {
      super(file, () -> {});
      this.bytes = bytes;
    }

    @Override
    boolean canReopen() {
      return true;
    }

    @Override
    Content open() {
      return new Content(bytes, file);
    }
  }

  private static InputStream unclosed(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public void close() {}
    };
  }
}
