package io.github.godotvariant.multiplayer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds and reads the files of a Godot project. Scripts and scenes refer to files in this folder by
 * {@code res://} paths.
 */
final class ProjectFolder {
  private static final String RESOURCE = "res://";

  private final Path folder;

  /**
   * Checks that a folder contains a project.
   *
   * @throws IOException if there is no {@code project.godot}
   */
  ProjectFolder(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve("project.godot"))) {
      throw new IOException("no project.godot in " + folder);
    }
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** {@return the file that a path such as {@code res://world.gd} names} */
  Path file(String path) throws IOException {
    return file(path, folder);
  }

  /**
   * Returns the file that a path names.
   *
   * @param path a path that starts with {@code res://}, or a path relative to {@code parent}
   * @throws IOException if the path is invalid or leads out of the project
   */
  Path file(String path, Path parent) throws IOException {
    Path file;
    try {
      file =
          path.startsWith(RESOURCE)
              ? folder.resolve(path.substring(RESOURCE.length()))
              : parent.resolve(path);
    } catch (InvalidPathException e) {
      throw new IOException("not the path of a file: " + EventText.quoted(path), e);
    }
    file = file.normalize();
    if (!file.startsWith(folder)) {
      throw new IOException(EventText.quoted(path) + " is not in the project");
    }
    return file;
  }

  /** {@return the path of a file relative to the project, for exception messages} */
  String name(Path file) {
    return folder.relativize(file).toString();
  }

  /** {@return the files of the project whose names end with {@code ending}, sorted} */
  List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** {@return the text of a file} */
  String read(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(name(file) + " is not in UTF-8", e);
    }
  }

  /** {@return the first line of a file, without reading the rest} */
  String firstLine(Path file) throws IOException {
    // Bytes after the first line can be malformed, so the decoder must not throw an exception.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }
}
