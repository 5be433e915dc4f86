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
 * Reads the input of a command: a file, standard input, or bytes on the command line. The bytes are
 * kept in memory, except for files of more than 16 MiB that {@link #decompress} has not changed.
 * Such a file is read from the disk each time its bytes are needed.
 */
public final class InputFile implements Closeable {
  /** The name of standard input on the command line. */
  public static final String STANDARD_INPUT = "-";

  /** The maximum length of a byte array in Java. */
  public static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  /**
   * The options for files whose contents are only copied: without a limit on the number of bytes.
   */
  public static final SaveOptions UNLIMITED =
      SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(Long.MAX_VALUE));

  private static final int MAX_KEPT_BYTES = 1 << 24;

  private final String name;
  private final Optional<Path> path;
  private final Progress progress;
  private Optional<byte[]> bytes;
  private Optional<Compression> compression = Optional.empty();
  private SaveOptions options = SaveOptions.DEFAULT;

  /**
   * The compression and encryption of the file; empty until they are read. {@link #lock} makes this
   * field empty again, because the file may have changed.
   */
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

  /** Processes an open input, and returns a result. */
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
   * @param results whether the command prints results while the file is read, so that a progress
   *     display on the same terminal would disturb them
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

  /** {@return the name that messages use for a file; {@code -} is standard input} */
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
   * Passes an input to {@code work}, closes the input, and returns the result of {@code work}.
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

  /**
   * Runs {@code read}, and converts its exceptions to a {@link CliException} with the name of the
   * file. Failures of standard output are not converted.
   */
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

  /** {@return the name of this input in messages} */
  public String name() {
    return name;
  }

  /**
   * {@return the path of the file; empty for standard input, pipes, and bytes on the command line}
   */
  public Optional<Path> path() {
    return path;
  }

  /** {@return the options with which the file is opened, including its key} */
  public SaveOptions options() {
    return options;
  }

  /** {@return the progress display} */
  public Progress progress() {
    return progress;
  }

  /**
   * Sets the options with which the file is opened, and reads its compression and encryption.
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
   * Decompresses the whole file, which must be the result of {@code PackedByteArray.compress}. If
   * the file is read again after {@link #lock}, its new bytes are also decompressed.
   */
  void decompress(Compression mode) throws IOException {
    byte[] decompressed = mode.decompress(all(), MAX_ARRAY_LENGTH);
    compression = Optional.of(mode);
    bytes = Optional.of(decompressed);
  }

  /**
   * Replaces text of {@code var_to_str} by the encoded value, so that commands can read text like a
   * binary file. Does nothing for other files, or if the options contain a framing or a dialect of
   * Godot 3.
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

  /**
   * {@return the text that {@link #parseText} has replaced by the encoded value; otherwise empty}
   */
  public Optional<ValueText> text() {
    return text;
  }

  private Path file() {
    return locked.map(LockedFile::file).orElseGet(path::orElseThrow);
  }

  /** {@return the number of bytes that {@link #all} returns} */
  public long size() throws IOException {
    Optional<byte[]> all = compression.isPresent() ? kept() : bytes;
    return all.isPresent() ? all.get().length : Files.size(file());
  }

  /**
   * {@return all bytes of the input, after the changes of {@link #decompress} or {@link
   * #parseText}}
   */
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
   * Returns all bytes if they are already in memory, or if the file is short enough to keep them in
   * memory. Otherwise returns empty.
   */
  private Optional<byte[]> kept() throws IOException {
    if (bytes.isEmpty() && (compression.isPresent() || Files.size(file()) <= MAX_KEPT_BYTES)) {
      bytes = Optional.of(all());
    }
    return bytes;
  }

  /** {@return whether this input is the file at {@code other}} */
  boolean isAt(Path other) throws IOException {
    return path.isPresent() && Files.exists(other) && Files.isSameFile(path.get(), other);
  }

  /**
   * Locks the file before it is replaced. The bytes of the file are read again afterwards, because
   * they may have changed while the user was asked for the password. Does nothing if the input is
   * not a regular file.
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

  /** {@return a new reader of the values, which starts at the first value} */
  public StoredValues values() {
    return new StoredValues(this);
  }

  /** {@return the file, opened with the given options and positioned before its first value} */
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
