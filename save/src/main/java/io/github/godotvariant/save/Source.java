package io.github.godotvariant.save;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the bytes of a file come from. */
abstract sealed class Source {
  /** For messages; empty for streams. */
  final String file;

  private Source(String file) {
    this.file = file;
  }

  /** Whether it can be opened more than once. */
  abstract boolean canReopen();

  /** The bytes from the start. */
  abstract Content open() throws IOException;

  static Source of(Path path) {
    return new OfPath(path);
  }

  static Source of(InputStream stream) {
    return new OfStream(stream);
  }

  static Source of(SeekableByteChannel channel) throws IOException {
    return new OfChannel(channel);
  }

  static Source of(byte[] bytes, String file) {
    return new OfBytes(bytes, file);
  }

  private static final class OfPath extends Source {
    private final Path path;

    OfPath(Path path) {
      super(path.toString());
      this.path = path;
    }

    @Override
    boolean canReopen() {
      return true;
    }

    @Override
    Content open() throws IOException {
      SeekableByteChannel channel = Files.newByteChannel(path);
      try {
        return new Content(Channels.newInputStream(channel), channel.size(), file);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    }
  }

  /** A channel belongs to whoever opened it: it is not closed. */
  private static final class OfChannel extends Source {
    private final SeekableByteChannel channel;
    private final long start;

    OfChannel(SeekableByteChannel channel) throws IOException {
      super("");
      this.channel = channel;
      start = channel.position();
    }

    @Override
    boolean canReopen() {
      return true;
    }

    @Override
    Content open() throws IOException {
      channel.position(start);
      return new Content(unclosed(Channels.newInputStream(channel)), channel.size() - start, file);
    }
  }

  /** A stream belongs to whoever opened it: it is not closed. */
  private static final class OfStream extends Source {
    private final InputStream stream;

    OfStream(InputStream stream) {
      super("");
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
      super(file);
      this.bytes = bytes;
    }

    @Override
    boolean canReopen() {
      return true;
    }

    @Override
    Content open() {
      return new Content(new ByteArrayInputStream(bytes), bytes.length, file);
    }
  }

  private static InputStream unclosed(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public void close() {}
    };
  }
}
