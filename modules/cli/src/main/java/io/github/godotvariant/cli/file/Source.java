package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Progress;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.values.HexText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Where the bytes come from: a file, standard input, or the command line itself. */
public final class Source {
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      index = "0",
      arity = "1",
      paramLabel = "FILE",
      description = "The file with the bytes; - is standard input.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--hex",
      paramLabel = "TEXT",
      description = "The bytes themselves, as hex digits with or without blanks.")
  private Optional<String> hex = Optional.empty();

  /** Whether the bytes stand on the command line. */
  public boolean isHex() {
    return hex.isPresent();
  }

  /**
   * The bytes.
   *
   * @throws BadDataException if they are no hex
   * @throws FileTroubleException if they cannot be read
   */
  public Data open(CommandLine command, Session session, Progress progress) {
    return hex.isPresent()
        ? Data.of(name(), HexText.parse(hex.get()), progress)
        : open(file.orElseThrow(), command, session, progress);
  }

  /** What to call the bytes in messages. */
  public String name() {
    return hex.isPresent() ? "hex" : name(file.orElseThrow());
  }

  /** What to call a file in messages. */
  public static String name(String file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /**
   * The bytes of a file.
   *
   * @param file its name, or {@code -} for standard input
   * @throws FileTroubleException if they cannot be read
   * @throws ParameterException if it is standard input once more
   */
  public static Data open(String file, CommandLine command, Session session, Progress progress) {
    String name = name(file);
    try {
      return file.equals(STANDARD_INPUT)
          ? Data.of(name, session.allInput(command), progress)
          : Data.of(name, path(file), progress);
    } catch (IOException | InvalidPathException e) {
      throw unreadable(name, e);
    }
  }

  /**
   * Where a file is, which is to be read.
   *
   * @throws FileTroubleException if it cannot be a file
   */
  static Path path(String file) throws InvalidPathException {
    if (file.isEmpty()) {
      throw new FileTroubleException("cannot read '': a file needs a name");
    }
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new FileTroubleException("cannot read " + file + ": it is a directory");
    }
    return path;
  }

  /** Says that bytes cannot be read. */
  public static FileTroubleException unreadable(String name, Exception problem) {
    return new FileTroubleException("cannot read " + name + ": " + problem(problem));
  }

  /** What is wrong with a file, without its name. */
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
}
