package io.github.godotvariant.save;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files that several test classes read, list and link. */
final class TestFiles {
  private TestFiles() {}

  /** Returns all values of a file. */
  static List<Variant> savedValues(Path file, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(file, options)) {
      return save.values();
    }
  }

  static List<Variant> savedValues(Path file) throws IOException {
    return savedValues(file, SaveOptions.DEFAULT);
  }

  /** Returns all values of a file with the given contents. */
  static List<Variant> savedValues(byte[] contents, SaveOptions options) throws IOException {
    try (SaveFile save = SaveFile.open(contents, options)) {
      return save.values();
    }
  }

  /** Returns the names of the files in a folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Returns the key of a file, which differs from that of a new file with the same name. */
  static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Creates a symbolic link, or skips the test on a system without symbolic links. */
  static void link(Path link, Path target) throws IOException {
    try {
      Files.createSymbolicLink(link, target);
    } catch (UnsupportedOperationException | FileSystemException e) {
      assumeTrue(false, "no symbolic links");
    }
  }
}
