package io.github.godotvariant.cli.file;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.FileAccessWriter;
import io.github.godotvariant.save.LockedFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a file that a command writes goes to. */
public final class Target {
  /** For files that are only copied. */
  public static final SaveOptions UNLIMITED =
      SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withBytes(Long.MAX_VALUE));

  /** What is said of the option that names the place. */
  public static final String OUTPUT =
      "The file to write, which replaces the one that may be there when it is complete. Without"
          + " this, or as -, standard output, unless that is a terminal.";

  private static final String STANDARD_OUTPUT = "-";

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Place place = new Place();

  static final class Place {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "OUT",
        description = OUTPUT)
    private Optional<String> file = Optional.empty();

    @Option(names = "--in-place", description = "Replace FILE itself.")
    private boolean inPlace;
  }

  /** Whether a file that was named to be written is one that is read. */
  public static boolean isAt(Optional<String> output, Data input) throws IOException {
    try {
      return output.isPresent()
          && !output.get().equals(STANDARD_OUTPUT)
          && input.isAt(Path.of(output.get()));
    } catch (InvalidPathException e) {
      return false; // what is wrong with it is said later
    }
  }

  /** Whether the input itself is replaced. */
  public boolean isInPlace() {
    return place.inPlace;
  }

  /**
   * Where to write, after a look at whether that is sensible.
   *
   * @return the file; nothing for standard output
   */
  public Optional<Path> path(Data input, CommandLine command, Session session) throws IOException {
    if (place.inPlace) {
      return Optional.of(
          input
              .path()
              .orElseThrow(
                  () ->
                      new ParameterException(
                          command, "--in-place: " + input.name() + " is no file")));
    }
    return pathBesideInput(place.file, input, command, session, "--in-place replaces it");
  }

  /**
   * Where to write what is not to replace the input.
   *
   * @param output the place, {@code -} for standard output
   * @param advice what to say if it is the input all the same
   * @return the file; nothing for standard output
   */
  public static Optional<Path> pathBesideInput(
      Optional<String> output, Data input, CommandLine command, Session session, String advice)
      throws IOException {
    return output.isEmpty()
        ? standardOutput(command, session)
        : named(output.get(), input, command, advice);
  }

  /**
   * Where to write what replaces the input unless another place is named.
   *
   * @param output the other place, {@code -} for standard output
   * @return the file; nothing for standard output
   */
  public static Optional<Path> pathOrInput(
      Optional<String> output, Data input, CommandLine command, Session session)
      throws IOException {
    if (output.isEmpty()) {
      return input.path().isPresent() ? input.path() : standardOutput(command, session);
    }
    return named(output.get(), input, command, "without -o it is replaced");
  }

  /** Where nobody said it: not on a terminal, which would obey what is no text. */
  private static Optional<Path> standardOutput(CommandLine command, Session session) {
    if (session.surroundings().isTerminal(1)) {
      throw new ParameterException(
          command, "standard output is a terminal; say where to write: -o OUT");
    }
    return Optional.empty();
  }

  private static Optional<Path> named(String name, Data input, CommandLine command, String advice)
      throws IOException {
    if (name.equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw unwritable(name, e.getMessage());
    }
    check(path);
    if (input.isAt(path)) {
      throw new ParameterException(command, name + " is the input itself; " + advice);
    }
    return Optional.of(path);
  }

  /** Refuses what cannot be written to before there is work for it, or a password asked. */
  private static void check(Path path) {
    if (path.toString().isEmpty()) {
      throw new FileTroubleException("cannot write '': a file needs a name");
    }
    if (Files.isDirectory(path)) {
      throw unwritable(path.toString(), "it is a directory");
    }
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw unwritable(path.toString(), "there is no folder " + folder);
    }
  }

  /** Writes all contents of a file in another form. */
  public static void write(
      FileAccessReader contents,
      Optional<Path> path,
      Optional<LockedFile> locked,
      SaveFormat format,
      Session session)
      throws IOException {
    String name = path.map(Path::toString).orElse("standard output");
    try (FileAccessWriter writer = open(path, locked, format, session)) {
      FileProblems.copy(
          contents,
          bytes -> {
            try {
              writer.storeBuffer(bytes);
            } catch (IOException e) {
              throw unwritable(name, e);
            }
          });
      try {
        writer.commit();
      } catch (IOException e) {
        throw unwritable(name, e);
      } catch (SaveFileException e) {
        throw new BadDataException("cannot write " + name + ": " + e.problem());
      }
    }
  }

  /** Writes all contents of a file, compressed as {@code PackedByteArray.compress} does. */
  public static void writeCompressed(
      FileAccessReader contents,
      Compression compression,
      Optional<Path> path,
      Optional<LockedFile> locked,
      Session session)
      throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    FileProblems.copy(contents, plain::writeBytes);
    String name = path.map(Path::toString).orElse("standard output");
    try {
      writeCompressed(plain, compression, path, locked, session);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  private static void writeCompressed(
      ByteArrayOutputStream plain,
      Compression compression,
      Optional<Path> path,
      Optional<LockedFile> locked,
      Session session)
      throws IOException {
    byte[] compressed = compression.compress(plain.toByteArray());
    SaveFormat format = SaveFormat.of(Dialect.GODOT_4);
    try (FileAccessWriter writer = open(path, locked, format, session)) {
      writer.storeBuffer(compressed);
      writer.commit();
    }
  }

  /**
   * Writes values that are encoded already, in place of a file that may be there when all went
   * well.
   *
   * @param compression what compresses the file as a whole, as {@code PackedByteArray.compress}
   *     does; empty if nothing does
   */
  public static void writeEncoded(
      Iterator<byte[]> values,
      Optional<Path> path,
      Optional<LockedFile> locked,
      SaveFormat format,
      Optional<Compression> compression,
      Session session) {
    String name = path.map(Path::toString).orElse("standard output");
    try {
      if (compression.isPresent()) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        store(values, FileAccessWriter.open(plain, format));
        writeCompressed(plain, compression.get(), path, locked, session);
      } else {
        store(values, open(path, locked, format, session));
      }
    } catch (IOException e) {
      throw unwritable(name, e);
    } catch (SaveFileException e) {
      throw new BadDataException("cannot write " + name + ": " + e.problem());
    }
  }

  private static void store(Iterator<byte[]> values, FileAccessWriter target) throws IOException {
    try (FileAccessWriter writer = target) {
      while (values.hasNext()) {
        writer.storeEncoded(values.next());
      }
      writer.commit();
    }
  }

  /** Writes values, in place of a file that may be there when all went well. */
  public static void write(
      Iterable<Variant> values,
      Optional<Path> path,
      Optional<LockedFile> locked,
      SaveFormat format,
      Session session) {
    String name = path.map(Path::toString).orElse("standard output");
    try {
      if (locked.isPresent()) {
        locked.get().write(format, values);
      } else if (path.isPresent()) {
        format.write(path.get(), values);
      } else {
        format.write(session.bytesOut(), values);
      }
    } catch (IOException e) {
      throw unwritable(name, e);
    } catch (AmbiguousSaveFileException e) {
      throw e; // about the file that this one is like, which the caller can name
    } catch (SaveFileException e) {
      throw new BadDataException("cannot write " + name + ": " + e.problem());
    } catch (VariantException e) {
      throw new BadDataException("cannot write " + name + ": " + e.getMessage());
    }
  }

  private static FileAccessWriter open(
      Optional<Path> path, Optional<LockedFile> locked, SaveFormat format, Session session) {
    try {
      if (locked.isPresent()) {
        return locked.get().writer(format);
      }
      return path.isPresent()
          ? FileAccessWriter.open(path.get(), format)
          : FileAccessWriter.open(session.bytesOut(), format);
    } catch (IOException e) {
      throw unwritable(path.map(Path::toString).orElse("standard output"), e);
    }
  }

  /** Says that bytes cannot be written. */
  private static FileTroubleException unwritable(String name, IOException problem) {
    return unwritable(
        name,
        problem instanceof NoSuchFileException
            ? "no new file can be created in its folder"
            : Source.problem(problem));
  }

  private static FileTroubleException unwritable(String name, @Nullable String problem) {
    return new FileTroubleException("cannot write " + name + ": " + problem);
  }
}
