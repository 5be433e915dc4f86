package io.github.godotvariant.cli.file;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.FileAccessWriter;
import io.github.godotvariant.save.LockedFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The output of a command. An existing file is replaced only when the new file is complete.
 *
 * @param path the file; empty for standard output
 * @param locked the lock of the file if the file is also the input; otherwise empty
 */
public record OutputFile(Optional<Path> path, Optional<LockedFile> locked, Terminal terminal) {
  /** The description of the option {@code --output}. */
  public static final String DESCRIPTION =
      "The file to write. An existing file is replaced when the new one is complete. Without this"
          + " option, or as -, standard output, unless that is a terminal.";

  private static final String STANDARD_OUTPUT = "-";
  private static final int PIECE_BYTES = 1 << 16;

  /** {@return whether the argument of {@code --output} is the input file} */
  public static boolean isAt(Optional<String> output, InputFile input) {
    try {
      return output.isPresent()
          && !output.get().equals(STANDARD_OUTPUT)
          && input.isAt(Path.of(output.get()));
    } catch (InvalidPathException | IOException e) {
      return false; // the problem is reported when the output is opened
    }
  }

  /**
   * Returns the output of a command that must not replace its input.
   *
   * @param output the argument of {@code --output}; empty or {@code -} for standard output
   * @param advice the end of the message if the output is the input file
   */
  public static OutputFile of(
      Optional<String> output, InputFile input, Terminal terminal, String advice)
      throws IOException {
    Optional<Path> path =
        output.isEmpty() ? standardOutput(terminal) : named(output.get(), input, advice);
    return new OutputFile(path, Optional.empty(), terminal);
  }

  /**
   * {@return the named output; without a name, the input file, or standard output if the input is
   * not a regular file}
   */
  public static OutputFile ofEdit(Optional<String> output, InputFile input, Terminal terminal)
      throws IOException {
    return output.isEmpty() && input.path().isPresent()
        ? new OutputFile(input.path(), input.locked(), terminal)
        : of(output, input, terminal, "without -o it is replaced");
  }

  private static Optional<Path> standardOutput(Terminal terminal) {
    CliException.rejectUsage(
        terminal.surroundings().isTerminal(1),
        "standard output is a terminal; say where to write: -o OUT");
    return Optional.empty();
  }

  /**
   * Returns the path of an output; empty for standard output. Checks that the path can be written,
   * so that errors are found before the contents are computed.
   */
  private static Optional<Path> named(String name, InputFile input, String advice)
      throws IOException {
    if (name.equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    if (name.isEmpty()) {
      throw CliException.file("cannot write '': a file needs a name");
    }
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw unwritable(name, String.valueOf(e.getMessage()));
    }
    if (Files.isDirectory(path)) {
      throw unwritable(name, "it is a directory");
    }
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw unwritable(name, "folder " + folder + " does not exist");
    }
    CliException.rejectUsage(input.isAt(path), name + " is the input itself; " + advice);
    return Optional.of(path);
  }

  private static CliException unwritable(String name, String problem) {
    return CliException.file("cannot write " + name + ": " + problem);
  }

  /** {@return this output with the lock of the input file, if this output replaces that file} */
  public OutputFile replacing(Optional<LockedFile> input) {
    return new OutputFile(path, input, terminal);
  }

  private <T> T writing(InputFile.Transfer<T> write) {
    String name = path.map(Path::toString).orElse("standard output");
    try {
      return write.run();
    } catch (NoSuchFileException e) {
      throw unwritable(name, "no new file can be created in its folder");
    } catch (IOException e) {
      throw unwritable(name, InputFile.problem(e));
    } catch (AmbiguousSaveFileException e) {
      throw e; // the problem is in the input, and the caller adds its name
    } catch (SaveFileException e) {
      throw CliException.badData("cannot write " + name + ": " + e.problem());
    } catch (VariantException e) {
      throw CliException.badData("cannot write " + name + ": " + e.getMessage());
    }
  }

  private FileAccessWriter open(SaveFormat format) {
    return writing(
        () ->
            locked.isPresent()
                ? locked.get().writer(format)
                : path.isPresent()
                    ? FileAccessWriter.open(path.get(), format)
                    : FileAccessWriter.open(terminal.bytesOut(), format));
  }

  /** Writes values. */
  public void write(Iterable<Variant> values, SaveFormat format) {
    writing(
        () -> {
          if (locked.isPresent()) {
            locked.get().write(format, values);
          } else if (path.isPresent()) {
            format.write(path.get(), values);
          } else {
            format.write(terminal.bytesOut(), values);
          }
          return values;
        });
  }

  /** Stores the contents of a file. */
  @FunctionalInterface
  public interface Contents {
    void storeIn(FileAccessWriter writer) throws IOException;
  }

  /**
   * Writes the bytes that {@code contents} stores.
   *
   * @param compression the mode with which the whole file is compressed, as {@code
   *     PackedByteArray.compress} does; empty for no compression
   */
  public void write(Contents contents, SaveFormat format, Optional<Compression> compression) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    store(contents, compression.isPresent() ? FileAccessWriter.open(plain, format) : open(format));
    compression.ifPresent(mode -> writeBytes(mode, plain));
  }

  private void store(Contents contents, FileAccessWriter target) {
    writing(
        () -> {
          try (FileAccessWriter writer = target) {
            contents.storeIn(writer);
            writer.commit();
          }
          return contents;
        });
  }

  private void writeBytes(Compression compression, ByteArrayOutputStream plain) {
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    store(writer -> writer.storeBuffer(compression.compress(plain.toByteArray())), open(format));
  }

  /**
   * Writes the contents of {@code input} with the compression and encryption of {@code format}, and
   * prints warnings about the input.
   *
   * @param compression the mode with which the whole file is compressed, as {@code
   *     PackedByteArray.compress} does; empty for no compression
   */
  public void copy(InputFile input, SaveFormat format, Optional<Compression> compression)
      throws IOException {
    try (FileAccessReader contents = input.openContents()) {
      write(writer -> copy(input.name(), contents, writer), format, compression);
      terminal.printProblems(input.name(), contents.remarks());
    }
  }

  private static void copy(String name, FileAccessReader contents, FileAccessWriter writer)
      throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    while (true) {
      // Errors of the input must not look like errors of the output.
      int length = InputFile.reading(name, () -> contents.read(piece, 0, piece.length));
      if (length < 0) {
        return;
      }
      writer.storeBuffer(Arrays.copyOf(piece, length));
    }
  }
}
