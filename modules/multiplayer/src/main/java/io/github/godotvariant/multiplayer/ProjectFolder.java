package io.github.godotvariant.multiplayer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a Godot project, whose files scripts and scenes name by {@code res://} paths. */
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

  /** {@return the file of a path such as {@code res://world.gd}} */
  Path file(String path) throws IOException {
    return file(path, folder);
  }

  /**
   * Returns the file of a path.
   *
   * @param path a path that starts with {@code res://}, or a path relative to {@code parent}
   * @throws IOException if the file is outside of the project
   */
  Path file(String path, Path parent) throws IOException {
    Path file =
        path.startsWith(RESOURCE)
            ? folder.resolve(path.substring(RESOURCE.length()))
            : parent.resolve(path);
    file = file.normalize();
    if (!file.startsWith(folder)) {
      throw new IOException(path + " is not in the project");
    }
    return file;
  }

  /** {@return the path of a file for messages} */
  String name(Path file) {
    return folder.relativize(file).toString();
  }

  /** {@return the files of the project whose names have an ending, sorted} */
  List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
