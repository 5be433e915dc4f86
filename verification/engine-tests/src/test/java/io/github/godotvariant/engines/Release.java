package io.github.godotvariant.engines;

import io.github.godotvariant.TextNotation;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
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
  GODOT_4("sid", "usr/bin/godot"),
  /**
   * The newest Godot 4 with 64-bit components, which no package contains: build Godot with {@code
   * precision=double} and put the program, or a link to it, where this looks for it.
   */
  GODOT_4_DOUBLE("double", "godot-double"),
  /** The last Godot 3. */
  GODOT_3_6("trixie", "usr/bin/godot3-server"),
  /** The Godot 3 that this machine has: 3.2 on Debian 12. */
  GODOT_3("", "godot3-server");

  private final String system;
  private final String program;

  Release(String system, String program) {
    this.system = system;
    this.program = program;
  }

  /** Reads and writes what the engine does. */
  VariantCodec codec() {
    return switch (this) {
      case GODOT_4 -> VariantCodec.GODOT_4;
      case GODOT_4_DOUBLE ->
          VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
      case GODOT_3_6, GODOT_3 -> VariantCodec.GODOT_3;
    };
  }

  /** Whether this is a Godot 4, of either precision. */
  boolean isGodot4() {
    return this == GODOT_4 || this == GODOT_4_DOUBLE;
  }

  /** Whether {@code install-engines} installs the engine. */
  boolean isInstallable() {
    return this != GODOT_4_DOUBLE;
  }

  /** Prints what the engine does. */
  TextNotation notation() {
    return switch (this) {
      case GODOT_4, GODOT_4_DOUBLE -> TextNotation.GODOT_4;
      case GODOT_3_6 -> TextNotation.GODOT_3;
      case GODOT_3 -> TextNotation.GODOT_3_2;
    };
  }

  /** What tables call it. */
  String version() {
    return switch (this) {
      case GODOT_4 -> "4.6";
      case GODOT_4_DOUBLE -> "4.6-double";
      case GODOT_3_6 -> "3.6";
      case GODOT_3 -> "3.2";
    };
  }

  /** The folder of scripts, below {@code engines/}. */
  String scripts() {
    return isGodot4() ? "gd4" : "gd3";
  }

  /** The arguments that run a script. */
  List<String> arguments(String script) {
    return isGodot4() ? List.of("--headless", "-s", script, "--") : List.of("-s", script);
  }

  /**
   * Returns the command that starts the engine. The system properties {@code engine.binary} and
   * {@code engine.release} name the only engine to use, and the release whose tables apply.
   *
   * @param installed the folder given to {@code install-engines}
   * @param path the folders of programs
   * @return empty if the engine is not there
   */
  Optional<List<String>> find(Path installed, List<Path> path) {
    String binary = System.getProperty("engine.binary", "");
    if (!binary.isEmpty()) {
      return name().equals(System.getProperty("engine.release"))
          ? Optional.of(command(Path.of(binary)))
          : Optional.empty();
    }
    if (system.isEmpty()) {
      return path.stream()
          .map(folder -> folder.resolve(program))
          .filter(Files::isExecutable)
          .map(this::command)
          .findFirst();
    }
    Path root = installed.resolve(system).toAbsolutePath();
    Path file = root.resolve(program);
    if (!Files.isExecutable(file)) {
      return Optional.empty();
    }
    return Optional.of(this == GODOT_4_DOUBLE ? command(file) : foreign(root, file));
  }

  /** A program of this system. An engine without optimisation needs more stack for deep values. */
  private List<String> command(Path program) {
    return this == GODOT_4_DOUBLE
        ? List.of("sh", "-c", "ulimit -s unlimited; exec \"$0\" \"$@\"", program.toString())
        : List.of(program.toString());
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
