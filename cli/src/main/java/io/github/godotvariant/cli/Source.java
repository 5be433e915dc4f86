package io.github.godotvariant.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where the bytes come from: a file, standard input, or the command line itself. */
final class Source {
  private static final String STANDARD_INPUT = "-";

  /** What one array can hold. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

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

  /** What to call the bytes in messages. */
  String name() {
    return hex.isPresent()
        ? "hex"
        : file.filter(name -> !name.equals(STANDARD_INPUT)).orElse("standard input");
  }

  /**
   * All the bytes.
   *
   * @throws BadDataException if they cannot be read, or if there are none
   */
  byte[] read(InputStream standardInput) {
    if (hex.isPresent()) {
      return HexText.parse(hex.get());
    }
    byte[] bytes;
    try {
      bytes =
          name().equals(file.orElseThrow())
              ? readFile(Path.of(name()))
              : standardInput.readAllBytes();
    } catch (IOException | InvalidPathException e) {
      throw new BadDataException("cannot read " + name() + ": " + problem(e));
    }
    if (bytes.length == 0) {
      throw new BadDataException(name() + " is empty");
    }
    return bytes;
  }

  private static byte[] readFile(Path path) throws IOException {
    if (Files.size(path) > MOST_BYTES) {
      throw new IOException("longer than 2 GiB");
    }
    return Files.readAllBytes(path);
  }

  private static String problem(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
