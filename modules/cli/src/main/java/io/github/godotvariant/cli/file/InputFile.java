package io.github.godotvariant.cli.file;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Progress;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.LockedFile;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A file, standard input, or bytes of the command line. The bytes are read once if they are at most
 * 16 MiB. A longer file is read from the disk each time it is needed.
 */
public final class InputFile implements Closeable {
  /** The name of standard input on the command line. */
  public static final String STANDARD_INPUT = "-";

  /** The maximum length of a byte array in Java. */
  public static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  /** The options without a limit of bytes, for files whose contents are only copied. */
  public static final SaveOptions UNLIMITED =
      SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(Long.MAX_VALUE));

  private static final int MAX_KEPT_BYTES = 1 << 24;

  private final String name;
  private final Optional<Path> path;
  private final Progress progress;
  private Optional<byte[]> bytes;
  private Optional<Compression> compression = Optional.empty();
  private SaveOptions options = SaveOptions.DEFAULT;

  /** The compression and encryption; empty before they are read, and again after {@link #lock}. */
  private Optional<List<Layer>> layers = Optional.empty();

  private Optional<LockedFile> locked = Optional.empty();
  private Optional<ValueText> text = Optional.empty();
  private final List<SeekableByteChannel> channels = new ArrayList<>();

  private InputFile(String name, Optional<Path> path, Optional<byte[]> bytes, Progress progress) {
    this.name = name;
    this.path = path;
    this.bytes = bytes;
    this.progress = progress;
  }

  /** Processes an open file. */
  @FunctionalInterface
  public interface Work<T> {
    T with(InputFile input) throws IOException;
  }

  /** Creates an input from bytes. */
  public static InputFile of(String name, byte[] bytes, Progress progress) {
    return new InputFile(name, Optional.empty(), Optional.of(bytes), progress);
  }

  /**
   * Opens a file.
   *
   * @param file the name, or {@code -} for standard input
   * @param results whether results are printed while the file is read
   * @throws CliException if the file cannot be read, or if standard input was opened before
   */
  public static InputFile of(String file, Terminal terminal, boolean results) {
    String name = name(file);
    Progress progress = terminal.progress(results);
    try {
      if (file.equals(STANDARD_INPUT)) {
        return of(name, terminal.allInput(), progress);
      }
      Path path = path(file);
      if (Files.isRegularFile(path)) {
        return new InputFile(name, Optional.of(path), Optional.empty(), progress);
      }
      return of(name, Files.readAllBytes(path), progress); // a pipe can be read once
    } catch (IOException | InvalidPathException e) {
      throw unreadable(name, e);
    }
  }

  /** {@return the name of a file in messages} */
  public static String name(String file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /**
   * Returns the path of a file that is to be read.
   *
   * @throws CliException if the name is empty, or if the file is a directory
   */
  static Path path(String file) {
    if (file.isEmpty()) {
      throw CliException.file("cannot read '': a file needs a name");
    }
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw CliException.file("cannot read " + file + ": it is a directory; name its files");
    }
    return path;
  }

  /**
   * Processes an input and closes it.
   *
   * @throws CliException if the input cannot be read, or is damaged
   */
  public static <T> T with(InputFile input, Work<T> work) {
    return reading(
        input.name,
        () -> {
          try (input) {
            return work.with(input);
          }
        });
  }

  /** Reads or writes a file. */
  @FunctionalInterface
  interface Transfer<T> {
    T run() throws IOException;
  }

  /** Reads a file. Converts exceptions to a {@link CliException} with the name of the file. */
  static <T> T reading(String name, Transfer<T> read) {
    try {
      return read.run();
    } catch (SaveFileException e) {
      throw CliException.badData(name + ": " + FileProblems.problem(e));
    } catch (VariantException e) {
      throw CliException.badData(name + ": " + e.getMessage());
    } catch (Terminal.OutputException e) {
      throw e;
    } catch (UncheckedIOException e) {
      throw unreadable(name, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** {@return an exception for a file that cannot be read} */
  public static CliException unreadable(String name, Exception problem) {
    return CliException.file("cannot read " + name + ": " + problem(problem));
  }

  /**
   * {@return a message about a file that cannot be read or written, without the name of the file}
   */
  static String problem(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException denied) {
      return Objects.requireNonNullElse(denied.getReason(), "permission denied");
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return String.valueOf(e.getMessage());
  }

  /** {@return the name in messages} */
  public String name() {
    return name;
  }

  /** {@return the path; empty for standard input and bytes of the command line} */
  public Optional<Path> path() {
    return path;
  }

  /** {@return the options that open the file, with its key} */
  public SaveOptions options() {
    return options;
  }

  /** {@return the progress display} */
  public Progress progress() {
    return progress;
  }

  /**
   * Sets the options that open the file.
   *
   * @throws SaveFileException if the options do not have the key of the file, or if the compression
   *     or encryption is damaged
   */
  void setOptions(SaveOptions newOptions) throws IOException {
    options = newOptions;
    layers = Optional.empty();
    List<Layer> unused = layers();
  }

  /**
   * Decompresses the bytes. If {@link #lock} reads the file again, its new bytes are decompressed
   * too.
   */
  void decompress(Compression mode) throws IOException {
    byte[] decompressed = mode.decompress(all(), MAX_ARRAY_LENGTH);
    compression = Optional.of(mode);
    bytes = Optional.of(decompressed);
  }

  /**
   * Replaces text of {@code var_to_str} by the bytes of its value, for commands that accept text
   * and binary files. Does nothing for other files, or if the options have a framing or a dialect
   * of Godot 3.
   */
  public void parseText() throws IOException {
    Dialect dialect = options.dialect().orElse(Dialect.GODOT_4);
    if (dialect.generation() == Generation.GODOT_4 && options.framing().isEmpty()) {
      text = FileSignatures.valueText(kept().orElse(new byte[0]));
    }
    if (text.isPresent()) {
      VariantCodec codec = VariantCodec.of(dialect).withObjects(options.objects());
      Variant value = DeclaredTypes.checked(text.get().value(dialect), options.objects());
      bytes = Optional.of(codec.encode(value));
      options = options.withDialect(dialect).withFraming(Framing.BARE);
    }
  }

  /** {@return the text that {@link #parseText} has replaced by its value; empty for other files} */
  public Optional<ValueText> text() {
    return text;
  }

  private Path file() {
    return locked.map(LockedFile::file).orElseGet(path::orElseThrow);
  }

  /** {@return the number of bytes} */
  public long size() throws IOException {
    Optional<byte[]> all = compression.isPresent() ? kept() : bytes;
    return all.isPresent() ? all.get().length : Files.size(file());
  }

  /** {@return all bytes} */
  public byte[] all() throws IOException {
    if (bytes.isPresent()) {
      return bytes.get();
    }
    if (Files.size(file()) > MAX_ARRAY_LENGTH) {
      throw new IOException("longer than 2 GiB");
    }
    byte[] read = Files.readAllBytes(file());
    return compression.isPresent() ? compression.get().decompress(read, MAX_ARRAY_LENGTH) : read;
  }

  /**
   * Returns all bytes if they are in memory or short enough to keep them there; otherwise empty.
   */
  private Optional<byte[]> kept() throws IOException {
    if (bytes.isEmpty() && (compression.isPresent() || Files.size(file()) <= MAX_KEPT_BYTES)) {
      bytes = Optional.of(all());
    }
    return bytes;
  }

  /** {@return whether this is the file at a path} */
  boolean isAt(Path other) throws IOException {
    return path.isPresent() && Files.exists(other) && Files.isSameFile(path.get(), other);
  }

  /**
   * Locks the file to replace it. Its bytes are read again, because they can have changed while the
   * user was asked for the password. Does nothing for standard input.
   *
   * @throws CliException if the file cannot be locked
   */
  public void lock() {
    if (path.isPresent()) {
      bytes = Optional.empty();
      layers = Optional.empty();
      try {
        locked = Optional.of(LockedFile.of(path.get()));
      } catch (IOException e) {
        throw CliException.file("cannot write " + name + ": " + problem(e));
      }
    }
  }

  /** {@return the lock; empty if {@link #lock} was not called} */
  public Optional<LockedFile> locked() {
    return locked;
  }

  /** {@return the values, read from the start of the file} */
  public StoredValues values() {
    return new StoredValues(this);
  }

  /** {@return the file, opened with other options and before its first value} */
  public SaveFile openSave(SaveOptions open) throws IOException {
    Optional<byte[]> all = kept();
    SaveFile file =
        all.isPresent() ? SaveFile.open(all.get(), open) : SaveFile.open(channel(), open);
    if (file.hasSurroundingBytes() && FileSignatures.problem(this).isPresent()) {
      file.close();
      // A file of another kind, such as an image, can contain bytes that look like values.
      return openSave(open.withSearch(false));
    }
    return file;
  }

  /** {@return the decompressed and decrypted contents} */
  public FileAccessReader openContents() throws IOException {
    Optional<byte[]> all = kept();
    return all.isPresent()
        ? FileAccessReader.open(all.get(), options)
        : FileAccessReader.open(channel(), options);
  }

  /** {@return the compression and encryption of the file, outermost first} */
  public List<Layer> layers() throws IOException {
    if (layers.isEmpty()) {
      try (FileAccessReader reader = openContents()) {
        layers = Optional.of(reader.format().layers());
      }
    }
    return layers.get();
  }

  /** {@return the bytes, as a stream that is closed with this file} */
  public InputStream stream() throws IOException {
    Optional<byte[]> all = kept();
    return all.isPresent()
        ? new ByteArrayInputStream(all.get())
        : Channels.newInputStream(channel());
  }

  private SeekableByteChannel channel() throws IOException {
    SeekableByteChannel channel = new ProgressChannel(Files.newByteChannel(file()), progress);
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
