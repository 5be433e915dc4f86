package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Progress;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.LockedFile;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bytes of a {@link Source}, which can be read more than once, from the start each time. */
public final class Data implements Closeable {
  /** What one array can hold. */
  public static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  /** A longer file is read piece by piece, each time anew. */
  private static final int LONGEST_KEPT = 1 << 24;

  private final String name;
  private final Optional<Path> path;
  private Optional<byte[]> bytes;
  private final Progress progress;

  /** The compression of the whole file, which is decompressed in memory; empty if it has none. */
  private Optional<Compression> compression = Optional.empty();

  private final List<SeekableByteChannel> channels = new ArrayList<>();
  private Optional<LockedFile> locked = Optional.empty();

  private Data(String name, Optional<Path> path, Optional<byte[]> bytes, Progress progress) {
    this.name = name;
    this.path = path;
    this.bytes = bytes;
    this.progress = progress;
  }

  static Data of(String name, byte[] bytes, Progress progress) {
    return new Data(name, Optional.empty(), Optional.of(bytes), progress);
  }

  /** Reads pipes and the like at once; they cannot be read again. */
  static Data of(String name, Path path, Progress progress) throws IOException {
    if (Files.isRegularFile(path)) {
      return new Data(name, Optional.of(path), Optional.empty(), progress);
    }
    return of(name, Files.readAllBytes(path), progress);
  }

  /** Decompresses the bytes, now and whenever the file is read again. */
  void decompress(Compression mode) throws IOException {
    byte[] decompressed = mode.decompress(all(), MOST_BYTES);
    compression = Optional.of(mode);
    bytes = Optional.of(decompressed);
  }

  /** Reads the whole file. */
  private byte[] read() throws IOException {
    byte[] read = Files.readAllBytes(real());
    return compression.isPresent() ? compression.get().decompress(read, MOST_BYTES) : read;
  }

  /** What to call it in messages. */
  public String name() {
    return name;
  }

  public long size() throws IOException {
    Optional<byte[]> all = compression.isPresent() ? kept() : bytes;
    return all.isPresent() ? all.get().length : Files.size(real());
  }

  /** All of it. */
  public byte[] all() throws IOException {
    if (bytes.isPresent()) {
      return bytes.get();
    }
    if (Files.size(real()) > MOST_BYTES) {
      throw new IOException("longer than 2 GiB");
    }
    return read();
  }

  /** All of it, if it is not too long to be kept. */
  private Optional<byte[]> kept() throws IOException {
    if (bytes.isEmpty() && (compression.isPresent() || Files.size(real()) <= LONGEST_KEPT)) {
      bytes = Optional.of(all());
    }
    return bytes;
  }

  /** Where the file is: behind all links if it is locked. */
  private Path real() {
    return locked.map(LockedFile::file).orElseGet(path::orElseThrow);
  }

  /** Whether this is the file at a path. */
  boolean isAt(Path other) throws IOException {
    return path.isPresent() && Files.exists(other) && Files.isSameFile(path.get(), other);
  }

  Optional<Path> path() {
    return path;
  }

  /**
   * Locks the file, if it is one, to replace it. What is read from here on is what the lock is
   * about.
   *
   * @throws FileTroubleException if that cannot be done, or if others change it for long
   */
  public void lock() {
    if (path.isPresent() && locked.isEmpty()) {
      try {
        locked = Optional.of(LockedFile.of(path.get()));
        bytes = Optional.empty();
      } catch (IOException e) {
        throw new FileTroubleException("cannot write " + name + ": " + Source.problem(e));
      }
    }
  }

  /** The file, if it was locked, until this is closed. */
  public Optional<LockedFile> locked() {
    return locked;
  }

  public SaveFile values(SaveOptions options) throws IOException {
    Optional<byte[]> all = kept();
    return all.isPresent() ? SaveFile.open(all.get(), options) : SaveFile.open(channel(), options);
  }

  public FileAccessReader pieces(SaveOptions options) throws IOException {
    Optional<byte[]> all = kept();
    return all.isPresent()
        ? FileAccessReader.open(all.get(), options)
        : FileAccessReader.open(channel(), options);
  }

  /** The bytes one after the other; closed with this. */
  public InputStream stream() throws IOException {
    Optional<byte[]> all = kept();
    return all.isPresent()
        ? new ByteArrayInputStream(all.get())
        : Channels.newInputStream(channel());
  }

  private SeekableByteChannel channel() throws IOException {
    SeekableByteChannel channel = new WatchedChannel(Files.newByteChannel(real()), progress);
    channels.add(channel);
    return channel;
  }

  @Override
  public void close() throws IOException {
    progress.end();
    for (SeekableByteChannel channel : channels) {
      channel.close();
    }
    if (locked.isPresent()) {
      locked.get().close();
    }
  }
}
