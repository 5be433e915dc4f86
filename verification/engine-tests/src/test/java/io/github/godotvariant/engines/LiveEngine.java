package io.github.godotvariant.engines;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.internal.EngineProcess;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real engine that processes many values in one run. Each run is a process with its own folder: a
 * copy of the scripts, the input in {@code in/values.bin}, the results in {@code out/answers.bin}.
 * Files are used because the engine also prints messages to its standard output, and because they
 * remain after a crash.
 */
final class LiveEngine {
  /** The timeout of a run, which takes seconds. */
  private static final int SECONDS = 300;

  /** The timeout of a game, which takes one or two seconds. */
  private static final int SECONDS_TO_PLAY = 60;

  /** The timeout for malformed bytes, for which an engine can hang. */
  private static final int SECONDS_TO_JUDGE = 30;

  /** The line between the messages of two inputs. */
  private static final String JUDGE = "@@judge\n";

  /** The time that the program {@code timeout} needs to end an engine. */
  private static final int SECONDS_TO_END = 10;

  private final Release release;
  private final List<String> command;
  private final String version;

  private LiveEngine(Release release, List<String> command) {
    this.release = release;
    this.command = command;
    this.version = askVersion();
  }

  /** Returns the engine of a release, if it is installed. */
  static Optional<LiveEngine> find(Release release) {
    List<Path> path =
        Arrays.stream(environment("PATH", "").split(File.pathSeparator)).map(Path::of).toList();
    return release.find(folder(), path).map(command -> new LiveEngine(release, command));
  }

  /** Returns an engine of this system that is not one of the installed ones. */
  static LiveEngine at(Path program) {
    return new LiveEngine(Release.GODOT_4, List.of(program.toString()));
  }

  /** Writes a program that starts this engine. */
  Path writeProgram(Path target) throws IOException {
    String quoted =
        command.stream()
            .map(part -> "'" + part.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    String script = "#!/bin/sh\nexec " + quoted + " \"$@\"\n";
    Path program = Files.writeString(target.resolve("engine"), script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  /** The folder of the installed engines. */
  static Path folder() {
    String standard = System.getProperty("engine.folder", ".engines");
    return Path.of(environment("GODOT_ENGINES", standard)).normalize();
  }

  private static String environment(String name, String missing) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? missing : value;
  }

  /** {@return the codec for this engine} */
  VariantCodec codec() {
    return release.codec();
  }

  @Override
  public String toString() {
    return "Godot " + version;
  }

  /**
   * Decodes and encodes values.
   *
   * @param values encoded values
   * @param sample one of this number of results contains the decoded value
   * @return one result for each value
   */
  List<EchoResult> echo(List<byte[]> values, int sample) {
    return echo(values, "echo", sample);
  }

  /**
   * Decodes and encodes values with full objects, which the engine creates.
   *
   * @param values encoded values from a trusted source, because the engine runs their scripts
   * @return one result for each value, with bytes only
   */
  List<EchoResult> echoObjects(List<byte[]> values) {
    return echo(values, "echo", Integer.MAX_VALUE, "objects");
  }

  private List<EchoResult> echo(List<byte[]> values, Object... arguments) {
    Run run = exchange(pieces(values), "exchange.gd", arguments);
    if (run.process().isSuccess() && run.pieces().size() == 3 * values.size()) {
      return run.answers();
    }
    if (values.size() == 1) {
      return List.of(EchoResult.crashed(run.process().toString()));
    }
    // One of the values crashes the engine. The others are processed in two runs.
    int half = values.size() / 2;
    List<EchoResult> answers = new ArrayList<>(echo(values.subList(0, half), arguments));
    answers.addAll(echo(values.subList(half, values.size()), arguments));
    return answers;
  }

  /**
   * Decodes and encodes bytes that can be malformed.
   *
   * @param requests the requests
   * @return one result for each
   */
  List<DecodeResult> decode(List<DecodeRequest> requests) {
    List<DecodeResult> results = new ArrayList<>();
    while (results.size() < requests.size()) {
      List<DecodeRequest> rest = requests.subList(results.size(), requests.size());
      Run run =
          exchange(
              SECONDS_TO_JUDGE,
              pieces(rest.stream().map(DecodeRequest::bytes).toList()),
              "judge.gd");
      List<DecodeResult> given = run.results();
      if (given.isEmpty()) {
        // The engine crashes immediately, so an earlier input is not the cause.
        given = List.of(DecodeResult.crashed(run.process().toString()));
      }
      results.addAll(given);
    }
    return results;
  }

  /**
   * Creates and encodes random values.
   *
   * @param seed selects the values
   * @param count the number of values
   * @param sample one of this number of results contains the decoded value
   * @return one result for each value
   * @throws IllegalStateException if the engine crashes
   */
  List<EchoResult> make(long seed, int count, int sample) {
    Run run = exchange(new byte[0], "exchange.gd", "make", sample, count, seed);
    if (!run.process().isSuccess() || run.pieces().size() != 3 * count) {
      throw new IllegalStateException(
          this + " made " + run.pieces().size() / 3 + " of " + count + ": " + run.process());
    }
    return run.answers();
  }

  /**
   * Runs a script in a folder of the caller. Copies the scripts into the folder.
   *
   * @param folder contains the input in {@code in/}, and afterwards the output in {@code out/}
   * @param script the name of the script
   * @param arguments the arguments of the script
   * @return the result of the process
   */
  ProcessResult run(Path folder, String script, Object... arguments) throws IOException {
    return run(SECONDS, folder, script, arguments);
  }

  private ProcessResult run(int seconds, Path folder, String script, Object... arguments)
      throws IOException {
    copyScripts(folder);
    Files.createDirectory(folder.resolve("out"));
    List<String> whole = new ArrayList<>(command);
    whole.addAll(release.arguments(script));
    for (Object argument : arguments) {
      whole.add(argument.toString());
    }
    return start(seconds, whole, folder);
  }

  /**
   * Prints values as text.
   *
   * @param values encoded values
   * @return a text for each value; empty if the engine crashes
   */
  List<String> print(List<byte[]> values) {
    return text("print", values).stream().map(LiveEngine::text).toList();
  }

  /**
   * Parses texts.
   *
   * @param texts the texts
   * @return an encoded value for each text; empty if the engine rejects it or crashes
   */
  List<byte[]> parse(List<String> texts) {
    return text(
        "parse", texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private List<byte[]> text(String verb, List<byte[]> inputs) {
    Run run = exchange(pieces(inputs), "text.gd", verb);
    if (run.process().isSuccess() && run.pieces().size() == inputs.size()) {
      return run.pieces();
    }
    if (inputs.size() == 1) {
      return List.of(new byte[0]);
    }
    // The engine crashed: see echo.
    int half = inputs.size() / 2;
    List<byte[]> answers = new ArrayList<>(text(verb, inputs.subList(0, half)));
    answers.addAll(text(verb, inputs.subList(half, inputs.size())));
    return answers;
  }

  /**
   * Sends and receives remote calls of the node with the id 1 and the method with the id 0.
   *
   * @param calls for each call its arguments as an encoded array, then the packet to receive
   * @return for each call the packet that the engine sends, then the arguments that it received as
   *     an encoded array, which is empty if none arrived
   * @throws IllegalStateException if the engine crashes
   */
  List<byte[]> call(List<byte[]> calls) {
    Run run = exchange(pieces(calls), "remote_calls.gd");
    if (!run.process().isSuccess() || run.pieces().size() != calls.size()) {
      throw new IllegalStateException(this + " did not answer all calls: " + run.process());
    }
    return run.pieces();
  }

  /**
   * Connects to a server that sends all values back, with {@code network.gd}.
   *
   * @param kind of connection
   * @param port of the server, at 127.0.0.1
   * @param values encoded values to send
   * @param messages the number of messages to send after them
   * @return the result of the process
   */
  ProcessResult connect(String kind, int port, List<byte[]> values, int messages) {
    return exchange(pieces(values), "network.gd", kind, port, messages).process();
  }

  /** Joins parts, each after its length, as scripts read them. */
  static byte[] pieces(List<byte[]> pieces) {
    ByteBuffer all =
        ByteBuffer.allocate(pieces.stream().mapToInt(piece -> 4 + piece.length).sum())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] piece : pieces) {
      all.putInt(piece.length).put(piece);
    }
    return all.array();
  }

  /**
   * The result of a process.
   *
   * @param process the result
   * @param pieces the parts of the output file
   * @param messages the complete output
   */
  private record Run(ProcessResult process, List<byte[]> pieces, String messages) {
    /** Returns the results; each has three parts. */
    List<EchoResult> answers() {
      List<EchoResult> answers = new ArrayList<>();
      for (int i = 0; i + 2 < pieces.size(); i += 3) {
        answers.add(
            new EchoResult(pieces.get(i), text(pieces.get(i + 1)), text(pieces.get(i + 2)), ""));
      }
      return answers;
    }

    /** Returns the results; each has three parts and messages. */
    List<DecodeResult> results() {
      List<DecodeResult> results = new ArrayList<>();
      String[] parts = messages.split(JUDGE, -1);
      for (int i = 0; i + 2 < pieces.size(); i += 3) {
        boolean accepted = pieces.get(i).length > 0;
        results.add(
            new DecodeResult(
                accepted ? DecodeResult.Verdict.ACCEPTED : DecodeResult.Verdict.REJECTED,
                pieces.get(i + 1),
                text(pieces.get(i + 2)),
                errors(parts[i / 3 + 1])));
      }
      return results;
    }

    /** Returns messages without positions in the source of the engine or the script. */
    private static String errors(String messages) {
      return messages
          .lines()
          .filter(line -> line.contains("ERROR: ") || line.startsWith("Unicode "))
          .distinct()
          .collect(Collectors.joining("\n"));
    }
  }

  private Run exchange(byte[] input, String script, Object... arguments) {
    return exchange(SECONDS, input, script, arguments);
  }

  private Run exchange(int seconds, byte[] input, String script, Object... arguments) {
    try {
      Path folder = Files.createTempDirectory("godot-run");
      try {
        Files.createDirectory(folder.resolve("in"));
        Files.write(folder.resolve("in/values.bin"), input);
        ProcessResult process = run(seconds, folder, script, arguments);
        return new Run(
            process, pieces(folder.resolve("out/answers.bin")), EngineProcess.messages(folder));
      } finally {
        EngineProcess.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String askVersion() {
    try {
      Path folder = Files.createTempDirectory("godot-run");
      try {
        List<String> whole = new ArrayList<>(command);
        whole.add("--version");
        start(SECONDS, whole, folder);
        List<String> lines = EngineProcess.messages(folder).lines().toList();
        return lines.get(lines.size() - 1).strip();
      } finally {
        EngineProcess.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a game until it ends.
   *
   * @param project the folder that {@code project.godot} is in
   * @param arguments for the engine
   */
  ProcessResult play(Path project, String... arguments) throws IOException {
    List<String> whole = new ArrayList<>(command);
    if (release.isGodot4()) {
      whole.add("--headless");
    }
    whole.addAll(List.of("--path", project.toString()));
    whole.addAll(List.of(arguments));
    return start(SECONDS, whole, project);
  }

  /**
   * Starts a game that prints events while it runs.
   *
   * @param project the folder of {@code project.godot}
   * @param script the script that replaces the main scene
   * @param arguments for the script
   */
  Playing begin(Path project, String script, String... arguments) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--path", project.toString()));
    whole.addAll(release.arguments(script));
    whole.addAll(List.of(arguments));
    return new Playing(
        EngineProcess.start(
            limited(SECONDS_TO_PLAY, whole), project, ProcessBuilder.Redirect.PIPE));
  }

  private static ProcessResult start(int seconds, List<String> engine, Path folder)
      throws IOException {
    Duration timeout = Duration.ofSeconds(seconds + SECONDS_TO_END);
    return EngineProcess.run(limited(seconds, engine), folder, timeout);
  }

  /** Adds the program {@code timeout}, which ends the engine even if this JVM is killed. */
  private static List<String> limited(int seconds, List<String> engine) {
    List<String> whole = new ArrayList<>(List.of("timeout", "-k", "5", Integer.toString(seconds)));
    whole.addAll(engine);
    return whole;
  }

  private void copyScripts(Path folder) throws IOException {
    Path from = Path.of(System.getProperty("engine.scripts", "src/test/godot"), release.scripts());
    try (Stream<Path> scripts = Files.list(from)) {
      for (Path script : scripts.toList()) {
        Files.copy(script, folder.resolve(script.getFileName()));
      }
    }
    if (release == Release.GODOT_4_DOUBLE) {
      // Engines without the editor run scripts only in a folder of a project.
      Files.writeString(folder.resolve("project.godot"), "config_version=5\n");
    }
  }

  /** Returns the parts of a file; none if it does not exist. */
  static List<byte[]> pieces(Path file) throws IOException {
    List<byte[]> pieces = new ArrayList<>();
    if (Files.exists(file)) {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      while (all.hasRemaining()) {
        pieces.add(next(all));
      }
    }
    return pieces;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Reads parts; the last one can be incomplete if the engine crashed. */
  private static byte[] next(ByteBuffer all) {
    int size = all.remaining() < 4 ? 0 : all.getInt();
    byte[] bytes = new byte[Math.min(size, all.remaining())];
    all.get(bytes);
    return bytes;
  }
}
