package io.github.godotvariant.testkit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.internal.EngineProcess;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in a real engine, Godot 3.2 or newer, for tests that compare your code with the
 * engine. A script is GDScript with a function {@code run}, which gets a value and returns one:
 *
 * <pre>{@code
 * Variant answer =
 *     godot.run(
 *         """
 *         func run(value):
 *             value["hp"] += 1
 *             return value
 *         """,
 *         VariantDictionary.of("hp", 5));
 * assertThat(answer).isEqualTo(VariantDictionary.of("hp", 6));
 * }</pre>
 *
 * <p>To give bytes to a script, pass a {@link io.github.godotvariant.PackedByteArray}; the script
 * decodes it with {@code bytes_to_var}, in Godot 3 with {@code bytes2var}.
 *
 * <p>Each run starts the engine without a window, in a new temporary folder. For the script, this
 * folder is {@code res://}. After the run, the folder is deleted. The process of the engine and its
 * descendants are killed after the timeout, after an output of more than 64 MB, or when this JVM
 * ends normally. If the JVM is killed, for example with SIGKILL, the process continues. For Godot
 * 3, use the server or headless program.
 *
 * <p>{@link GodotExtension} gives the configured engine to tests with JUnit. Immutable and safe for
 * use by many threads.
 */
public final class GodotEngine {
  static final String PROPERTY = "godot.binary";
  static final String VARIABLE = "GODOT";

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
  private static final String FILE_PREFIX = "godot_variant_";
  private static final String SCRIPT_FILE = "godot_variant_script.gd";
  private static final String INPUT_FILE = "godot_variant_in.bin";
  private static final String OUTPUT_FILE = "godot_variant_out.bin";
  private static final String RUNNER_FILE = "godot_variant_runner.gd";

  /**
   * The versions that programs have printed, so that each program is started only once to get its
   * version.
   */
  private static final Map<ProgramFile, String> VERSIONS = new ConcurrentHashMap<>();

  private final Path program;
  private final Duration timeout;

  private GodotEngine(Path program, Duration timeout) {
    this.program = program;
    this.timeout = timeout;
  }

  /**
   * Identifies a program. If another program replaces the file, the time of the last change or the
   * size differs.
   */
  private record ProgramFile(Path path, FileTime lastModified, long size) {}

  /**
   * Returns the engine that a setting names: the system property {@code godot.binary} or, if this
   * property is not set, the environment variable {@code GODOT}.
   *
   * @return the engine; empty if neither is set
   * @throws IllegalArgumentException as for {@link #at}
   */
  public static Optional<GodotEngine> configured() {
    return configured(System.getProperty(PROPERTY), System.getenv(VARIABLE));
  }

  static Optional<GodotEngine> configured(@Nullable String property, @Nullable String variable) {
    return Stream.of(
            Objects.requireNonNullElse(property, ""), Objects.requireNonNullElse(variable, ""))
        .filter(name -> !name.isBlank())
        .findFirst()
        .map(name -> at(Path.of(name)));
  }

  /**
   * Returns an engine with a timeout of 60 seconds.
   *
   * @param program the path of the program, or its name if it is in a folder of {@code PATH}
   * @return the engine
   * @throws IllegalArgumentException if the program is not an executable file
   */
  public static GodotEngine at(Path program) {
    Stream<Path> candidates = Stream.of(program.toAbsolutePath());
    String path = System.getenv("PATH");
    if (program.getNameCount() == 1 && !program.isAbsolute() && path != null) {
      candidates =
          Stream.concat(
              candidates,
              Arrays.stream(path.split(File.pathSeparator))
                  .map(folder -> Path.of(folder).resolve(program)));
    }
    Path found =
        candidates
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the engine " + program + " is not an executable file"));
    return new GodotEngine(found, DEFAULT_TIMEOUT);
  }

  /**
   * Returns the same engine with another timeout.
   *
   * @param newTimeout the maximum time of a run, more than 0
   * @return the engine
   * @throws IllegalArgumentException if the timeout is not positive
   */
  public GodotEngine withTimeout(Duration newTimeout) {
    if (newTimeout.isNegative() || newTimeout.isZero()) {
      throw new IllegalArgumentException("the timeout " + newTimeout + " is not positive");
    }
    return new GodotEngine(program, newTimeout);
  }

  /**
   * Returns the version that the engine prints. The engine is started only for the first call, also
   * if several instances use the same program.
   *
   * @return for example {@code 4.6.stable.official}
   * @throws AssertionError if the program does not print a version of Godot 3 or 4
   */
  public String version() {
    ProgramFile file;
    try {
      file = new ProgramFile(program, Files.getLastModifiedTime(program), Files.size(program));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String known = VERSIONS.get(file);
    if (known == null) {
      known = inFolder(this::askVersion);
      VERSIONS.put(file, known);
    }
    return known;
  }

  private String askVersion(Path folder) throws IOException {
    ProcessResult process =
        EngineProcess.run(List.of(program.toString(), "--version"), folder, timeout);
    if (process.status() == EngineProcess.TIMED_OUT) {
      throw new AssertionError(
          program + " --version did not end within " + timeout.toMillis() + " ms: " + process);
    }
    List<String> lines = process.messages().lines().toList();
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
    if (!last.startsWith("4.") && !last.startsWith("3.")) {
      throw new AssertionError(
          program + " --version does not print a version of Godot 3 or 4: " + process);
    }
    return last;
  }

  private boolean isGodot3() {
    return version().startsWith("3.");
  }

  /**
   * Returns the codec that reads and writes values in the format of the engine.
   *
   * @return {@link VariantCodec#GODOT_3}, {@link VariantCodec#GODOT_4}, or for Godot 4.0 to 4.3,
   *     which have other typed containers, the codec of their dialect
   * @throws AssertionError as for {@link #version}
   */
  public VariantCodec codec() {
    if (isGodot3()) {
      return VariantCodec.GODOT_3;
    }
    String[] numbers = version().split("\\.", 3);
    return Dialect.named("godot-4." + numbers[1])
        .filter(dialect -> !dialect.equals(Dialect.GODOT_4_4))
        .map(VariantCodec::of)
        .orElse(VariantCodec.GODOT_4);
  }

  /**
   * Runs a script. A script without {@code extends} extends RefCounted, in Godot 3 Reference. A
   * script that extends Node is added to the scene tree. In Godot 4, {@code run} can use {@code
   * await}.
   *
   * @param source GDScript with a function {@code run} that has one parameter
   * @param value the argument of the function
   * @return the result of the function
   * @throws AssertionError if the script has an error, does not end before the timeout, or if the
   *     engine crashes. The message has the last lines that the engine printed
   * @throws VariantException if the engine cannot represent the value
   */
  public Variant run(String source, Variant value) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(value, "value");
    return inFolder(
        folder -> {
          Files.writeString(folder.resolve(SCRIPT_FILE), source);
          return run(folder, value);
        });
  }

  /**
   * Runs the script in a file. The files in the folder of the script are copied to {@code res://},
   * so that the script can load them. Folders, and files whose names start with {@code
   * godot_variant_}, are not copied.
   *
   * @param script the file, as the script of {@link #run}
   * @param value the argument of the function {@code run}
   * @return the result of the function
   * @throws AssertionError as for {@link #run}
   * @throws VariantException as for {@link #run}
   * @throws UncheckedIOException if a file cannot be read
   */
  public Variant runFile(Path script, Variant value) {
    Objects.requireNonNull(value, "value");
    return inFolder(
        folder -> {
          byte[] source = Files.readAllBytes(script); // first, because an exception names this file
          try (Stream<Path> files = Files.list(script.toAbsolutePath().getParent())) {
            for (Path file : files.filter(GodotEngine::isCopied).toList()) {
              Files.copy(file, folder.resolve(file.getFileName().toString()));
            }
          }
          Files.write(folder.resolve(SCRIPT_FILE), source);
          return run(folder, value);
        });
  }

  /**
   * Returns whether a file is a regular file and its name does not start with the prefix that this
   * class uses.
   */
  private static boolean isCopied(Path file) {
    return Files.isRegularFile(file) && !file.getFileName().toString().startsWith(FILE_PREFIX);
  }

  private Variant run(Path folder, Variant value) throws IOException {
    Files.write(folder.resolve(INPUT_FILE), codec().encode(value));
    Path project = folder.resolve("project.godot");
    if (!Files.exists(project)) {
      Files.writeString(project, "config_version=" + (isGodot3() ? 4 : 5) + "\n");
    }
    String runner = isGodot3() ? "runner3.gd" : "runner4.gd";
    try (InputStream in = GodotEngine.class.getResourceAsStream(runner)) {
      Files.write(folder.resolve(RUNNER_FILE), Objects.requireNonNull(in).readAllBytes());
    }
    List<String> command =
        isGodot3()
            ? List.of(program.toString(), "-s", RUNNER_FILE)
            : List.of(program.toString(), "--headless", "-s", RUNNER_FILE);
    Path result = folder.resolve(OUTPUT_FILE);
    Files.deleteIfExists(result); // An old result would hide that the engine has written none.
    ProcessResult process = EngineProcess.run(command, folder, timeout);
    if (process.status() == EngineProcess.TIMED_OUT) {
      throw failure("did not end within " + timeout.toMillis() + " ms", process);
    } else if (process.status() == EngineProcess.OUTPUT_TOO_LONG) {
      throw failure("printed more than 64 MB", process);
    } else if (EngineProcess.hasLine(folder, "SCRIPT ERROR")) {
      throw failure("has an error", process);
    } else if (!process.isSuccess() || !Files.exists(result)) {
      throw failure("has no result", process);
    }
    try {
      return codec().decode(Files.readAllBytes(result));
    } catch (VariantException e) {
      throw new AssertionError("cannot decode the result of the script: " + e.getMessage(), e);
    }
  }

  private AssertionError failure(String problem, ProcessResult process) {
    return new AssertionError("the script in Godot " + version() + " " + problem + ": " + process);
  }

  /** A task that uses a temporary folder. */
  private interface Task<T> {
    T runIn(Path folder) throws IOException;
  }

  private static <T> T inFolder(Task<T> task) {
    try {
      Path folder = Files.createTempDirectory("godot-run");
      try {
        return task.runIn(folder);
      } finally {
        EngineProcess.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the program.
   *
   * @return a text, for example {@code GodotEngine[/usr/bin/godot]}
   */
  @Override
  public String toString() {
    return "GodotEngine[" + program + "]";
  }
}
