package io.github.godotvariant.engines;

import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The engines to test with, and where {@code install-engines} puts them. */
enum Release {
  /** The newest Godot 4. */
  GODOT_4(
      "sid", "usr/bin/godot", VariantCodec.GODOT_4, "gd4", List.of("--headless"), List.of("--")),
  /** The last Godot 3. */
  GODOT_3_6("trixie", "usr/bin/godot3-server", VariantCodec.GODOT_3, "gd3", List.of(), List.of()),
  /** The Godot 3 that this machine has: 3.2 on Debian 12. */
  GODOT_3("", "godot3-server", VariantCodec.GODOT_3, "gd3", List.of(), List.of());

  private final String system;
  private final String program;
  private final VariantCodec codec;
  private final String scripts;
  private final List<String> options;
  private final List<String> separator;

  Release(
      String system,
      String program,
      VariantCodec codec,
      String scripts,
      List<String> options,
      List<String> separator) {
    this.system = system;
    this.program = program;
    this.codec = codec;
    this.scripts = scripts;
    this.options = options;
    this.separator = separator;
  }

  VariantCodec codec() {
    return codec;
  }

  /** The folder of scripts, below {@code engines/}. */
  String scripts() {
    return scripts;
  }

  /** What stands between the program and the script. */
  List<String> options() {
    return options;
  }

  /** What stands between the script and its arguments. */
  List<String> separator() {
    return separator;
  }

  /**
   * The command that starts the engine.
   *
   * @param installed the folder given to {@code install-engines}
   * @param path the folders of programs
   * @return empty if the engine is not there
   */
  Optional<List<String>> find(Path installed, List<Path> path) {
    if (system.isEmpty()) {
      return path.stream()
          .map(folder -> folder.resolve(program))
          .filter(Files::isExecutable)
          .map(file -> List.of(file.toString()))
          .findFirst();
    }
    Path root = installed.resolve(system).toAbsolutePath();
    Path file = root.resolve(program);
    return Files.isExecutable(file) ? Optional.of(foreign(root, file)) : Optional.empty();
  }

  /**
   * A program of another system below a folder, started by that system's own loader with its own
   * libraries. Unlike {@code chroot} it needs no rights, and sees the same files as we do.
   */
  private static List<String> foreign(Path root, Path program) {
    Path loader = first(root.resolve("usr/lib64"), "ld-linux-*.so.*");
    Path libraries = first(root.resolve("usr/lib"), "*-linux-gnu");
    return List.of(
        loader.toString(),
        "--library-path",
        libraries + ":" + libraries.resolve("pulseaudio"),
        program.toString());
  }

  private static Path first(Path folder, String pattern) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
      for (Path file : found) {
        return file;
      }
      throw new IllegalStateException("no " + pattern + " in " + folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
