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

/** The engines for the tests, and where {@code install-engines} installs them. */
enum Release {
  /** The newest Godot 4. */
  GODOT_4("sid", "usr/bin/godot"),
  /**
   * The newest Godot 4 with 64-bit components, which no package contains. Build Godot with {@code
   * precision=double}, and put the program or a link to it in this place.
   */
  GODOT_4_DOUBLE("double", "godot-double"),
  /** The last Godot 3. */
  GODOT_3_6("trixie", "usr/bin/godot3-server"),
  /** The Godot 3 package of this system: 3.2 on Debian 12. */
  GODOT_3("", "godot3-server");

  private final String system;
  private final String program;

  Release(String system, String program) {
    this.system = system;
    this.program = program;
  }

  /** {@return the codec for this engine} */
  VariantCodec codec() {
    return switch (this) {
      case GODOT_4 -> VariantCodec.GODOT_4;
      case GODOT_4_DOUBLE ->
          VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
      case GODOT_3_6, GODOT_3 -> VariantCodec.GODOT_3;
    };
  }

  /** {@return whether this is Godot 4, in single or double precision} */
  boolean isGodot4() {
    return this == GODOT_4 || this == GODOT_4_DOUBLE;
  }

  /** {@return whether {@code install-engines} installs the engine} */
  boolean isInstallable() {
    return this != GODOT_4_DOUBLE;
  }

  /** {@return the text format of this engine} */
  TextNotation notation() {
    return switch (this) {
      case GODOT_4, GODOT_4_DOUBLE -> TextNotation.GODOT_4;
      case GODOT_3_6 -> TextNotation.GODOT_3;
      case GODOT_3 -> TextNotation.GODOT_3_2;
    };
  }

  /** {@return the name in the tables} */
  String version() {
    return switch (this) {
      case GODOT_4 -> "4.6";
      case GODOT_4_DOUBLE -> "4.6-double";
      case GODOT_3_6 -> "3.6";
      case GODOT_3 -> "3.2";
    };
  }

  /** {@return the folder of its scripts} */
  String scripts() {
    return isGodot4() ? "gd4" : "gd3";
  }

  /** {@return the arguments to run a script} */
  List<String> arguments(String script) {
    return isGodot4() ? List.of("--headless", "-s", script, "--") : List.of("-s", script);
  }

  /**
   * Returns the command that starts the engine. The system properties {@code engine.binary} and
   * {@code engine.release} name the only engine to use, and the release whose tables apply.
   *
   * @param installed the folder given to {@code install-engines}
   * @param path the folders of programs
   * @return empty if the engine is not installed
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

  /** Returns a program of this system. A debug build needs a larger stack for deep values. */
  private List<String> command(Path program) {
    return this == GODOT_4_DOUBLE
        ? List.of("sh", "-c", "ulimit -s unlimited; exec \"$0\" \"$@\"", program.toString())
        : List.of(program.toString());
  }

  /**
   * Returns a program of another system below a folder, started with the loader and the libraries
   * of that system. Unlike {@code chroot}, this needs no privileges and sees the same files.
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
