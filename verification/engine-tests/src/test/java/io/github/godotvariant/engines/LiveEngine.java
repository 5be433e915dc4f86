package io.github.godotvariant.engines;

import io.github.godotvariant.codec.VariantCodec;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real engine that answers about values, many in one run. Each run is a process of its own in a
 * folder of its own: a copy of the scripts, the values in {@code in/values.bin}, the answers in
 * {@code out/answers.bin}. Files, because an engine's standard output is shared with its messages,
 * and because they are still there when it has crashed.
 */
final class LiveEngine {
  /** A run takes seconds. This only ends what would never end. */
  private static final int SECONDS = 300;

  /** Likewise for a game whose lines are waited for, which takes a second or two. */
  private static final int SECONDS_TO_PLAY = 60;

  /** Likewise for malformed bytes, on which an engine may really hang. */
  private static final int SECONDS_TO_JUDGE = 30;

  /** The line between the messages of one judgement and the next. */
  private static final String JUDGE = "@@judge\n";

  private static final int LAST_WORDS = 3000;

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy)));
  }

  private final Release release;
  private final List<String> command;
  private final String version;

  private LiveEngine(Release release, List<String> command) {
    this.release = release;
    this.command = command;
    this.version = askVersion();
  }

  /** The engine of a release, if it is installed. */
  static Optional<LiveEngine> find(Release release) {
    List<Path> path =
        Arrays.stream(environment("PATH", "").split(File.pathSeparator)).map(Path::of).toList();
    return release.find(folder(), path).map(command -> new LiveEngine(release, command));
  }

  /** Where engines are looked for. */
  static Path folder() {
    String standard = System.getProperty("engine.folder", ".engines");
    return Path.of(environment("GODOT_ENGINES", standard)).normalize();
  }

  private static String environment(String name, String missing) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? missing : value;
  }

  /** Reads and writes what the engine does. */
  VariantCodec codec() {
    return release.codec();
  }

  @Override
  public String toString() {
    return "Godot " + version;
  }

  /**
   * Has values decoded and encoded again.
   *
   * @param values encoded values
   * @param sample one in so many answers is also readable
   * @return one answer for each value
   */
  List<Answer> echo(List<byte[]> values, int sample) {
    return echo(values, "echo", sample);
  }

  /**
   * Has values decoded and encoded again with full objects, which the engine makes from the bytes.
   *
   * @param values encoded values, of our own making: the engine runs what they hold
   * @return one answer for each value; the bytes alone tell
   */
  List<Answer> echoObjects(List<byte[]> values) {
    return echo(values, "echo", Integer.MAX_VALUE, "objects");
  }

  private List<Answer> echo(List<byte[]> values, Object... arguments) {
    Run run = exchange(pieces(values), "exchange.gd", arguments);
    if (run.ending().isGood() && run.pieces().size() == 3 * values.size()) {
      return run.answers();
    }
    if (values.size() == 1) {
      return List.of(Answer.dead(run.ending().toString()));
    }
    // One of the values kills the engine. The others get their answers, in two runs.
    int half = values.size() / 2;
    List<Answer> answers = new ArrayList<>(echo(values.subList(0, half), arguments));
    answers.addAll(echo(values.subList(half, values.size()), arguments));
    return answers;
  }

  /**
   * Has bytes decoded that may be malformed, and encoded again.
   *
   * @param questions the bytes, and how to take them
   * @return one judgement for each
   */
  List<Judgement> judge(List<Question> questions) {
    List<Judgement> judgements = new ArrayList<>();
    while (judgements.size() < questions.size()) {
      List<Question> rest = questions.subList(judgements.size(), questions.size());
      Run run =
          exchange(
              SECONDS_TO_JUDGE, pieces(rest.stream().map(Question::bytes).toList()), "judge.gd");
      List<Judgement> given = run.judgements();
      if (given.isEmpty()) {
        // It dies at once, so this one kills it, not what another did to its memory.
        given = List.of(Judgement.dead(run.ending().toString()));
      }
      judgements.addAll(given);
    }
    return judgements;
  }

  /**
   * Has random values made and encoded.
   *
   * @param seed which values
   * @param count how many
   * @param sample one in so many answers is also readable
   * @return one answer for each value
   * @throws IllegalStateException if the engine dies of it
   */
  List<Answer> make(long seed, int count, int sample) {
    Run run = exchange(new byte[0], "exchange.gd", "make", sample, count, seed);
    if (!run.ending().isGood() || run.pieces().size() != 3 * count) {
      throw new IllegalStateException(
          this + " made " + run.pieces().size() / 3 + " of " + count + ": " + run.ending());
    }
    return run.answers();
  }

  /**
   * Runs a script in a folder of the caller's, to which it adds the scripts.
   *
   * @param folder has what the script needs in {@code in/}, and then what it made in {@code out/}
   * @param script the name of the script
   * @param arguments what the script is given
   * @return how that ended
   */
  Ending run(Path folder, String script, Object... arguments) throws IOException {
    return run(SECONDS, folder, script, arguments);
  }

  private Ending run(int seconds, Path folder, String script, Object... arguments)
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
   * Has values printed as text.
   *
   * @param values encoded values
   * @return for each its text; empty if the engine dies of it
   */
  List<String> print(List<byte[]> values) {
    return text("print", values).stream().map(LiveEngine::text).toList();
  }

  /**
   * Has texts parsed.
   *
   * @param texts what a value may be read from
   * @return for each the value encoded; empty if the engine refuses the text or dies of it
   */
  List<byte[]> parse(List<String> texts) {
    return text(
        "parse", texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private List<byte[]> text(String verb, List<byte[]> inputs) {
    Run run = exchange(pieces(inputs), "text.gd", verb);
    if (run.ending().isGood() && run.pieces().size() == inputs.size()) {
      return run.pieces();
    }
    if (inputs.size() == 1) {
      return List.of(new byte[0]);
    }
    // As in echo.
    int half = inputs.size() / 2;
    List<byte[]> answers = new ArrayList<>(text(verb, inputs.subList(0, half)));
    answers.addAll(text(verb, inputs.subList(half, inputs.size())));
    return answers;
  }

  /**
   * Has remote calls sent and received, by a node and a method with the numbers 1 and 0.
   *
   * @param calls for each call its arguments as an encoded array, then the packet to receive
   * @return for each call the packet that the engine sends, then the arguments that it received as
   *     an encoded array, which is empty if none arrived
   * @throws IllegalStateException if the engine dies of it
   */
  List<byte[]> call(List<byte[]> calls) {
    Run run = exchange(pieces(calls), "remote_calls.gd");
    if (!run.ending().isGood() || run.pieces().size() != calls.size()) {
      throw new IllegalStateException(this + " did not answer all calls: " + run.ending());
    }
    return run.pieces();
  }

  /**
   * Connects to a server that sends everything back, as {@code network.gd} says.
   *
   * @param kind of connection
   * @param port of the server, at 127.0.0.1
   * @param values encoded values to send
   * @param messages how many messages to send after them
   * @return how that ended
   */
  Ending connect(String kind, int port, List<byte[]> values, int messages) {
    return exchange(pieces(values), "network.gd", kind, port, messages).ending();
  }

  private static byte[] pieces(List<byte[]> pieces) {
    ByteBuffer all =
        ByteBuffer.allocate(pieces.stream().mapToInt(piece -> 4 + piece.length).sum())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] piece : pieces) {
      all.putInt(piece.length).put(piece);
    }
    return all.array();
  }

  /**
   * What came of a process.
   *
   * @param ending how it ended
   * @param pieces what it answered
   * @param messages all that it printed
   */
  private record Run(Ending ending, List<byte[]> pieces, String messages) {
    /** Three pieces each. */
    List<Answer> answers() {
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i + 2 < pieces.size(); i += 3) {
        answers.add(
            new Answer(pieces.get(i), text(pieces.get(i + 1)), text(pieces.get(i + 2)), ""));
      }
      return answers;
    }

    /** Three pieces each, and messages. */
    List<Judgement> judgements() {
      List<Judgement> judgements = new ArrayList<>();
      String[] parts = messages.split(JUDGE, -1);
      for (int i = 0; i + 2 < pieces.size(); i += 3) {
        boolean accepted = pieces.get(i).length > 0;
        judgements.add(
            new Judgement(
                accepted ? Judgement.Verdict.ACCEPTED : Judgement.Verdict.REFUSED,
                pieces.get(i + 1),
                text(pieces.get(i + 2)),
                errors(parts[i / 3 + 1])));
      }
      return judgements;
    }

    /** Without where in the engine and in our script. */
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
        Ending ending = run(seconds, folder, script, arguments);
        return new Run(ending, pieces(folder.resolve("out/answers.bin")), messages(folder));
      } finally {
        delete(folder);
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
        List<String> lines = Files.readAllLines(log(folder));
        return lines.get(lines.size() - 1).strip();
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs a game to its end.
   *
   * @param project the folder that {@code project.godot} is in
   * @param arguments for the engine
   */
  Ending play(Path project, String... arguments) throws IOException {
    List<String> whole = new ArrayList<>(command);
    if (release.isGodot4()) {
      whole.add("--headless");
    }
    whole.addAll(List.of("--path", project.toString()));
    whole.addAll(List.of(arguments));
    return start(SECONDS, whole, project);
  }

  /**
   * Starts a game that tells what happens while it goes on.
   *
   * @param project the folder that {@code project.godot} is in
   * @param script what runs in place of the main scene
   * @param arguments for the script
   */
  @SuppressWarnings("FutureReturnValueIgnored") // nothing else is done at its end
  Playing begin(Path project, String script, String... arguments) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--path", project.toString()));
    whole.addAll(release.arguments(script));
    whole.addAll(List.of(arguments));
    Process process = builder(SECONDS_TO_PLAY, whole, project).start();
    RUNNING.add(process);
    process.onExit().thenRun(() -> RUNNING.remove(process));
    return new Playing(process);
  }

  /**
   * Runs a command to its end. The program {@code timeout} sees to it that there is one, even if
   * this JVM is killed meanwhile.
   */
  private static Ending start(int seconds, List<String> engine, Path folder) throws IOException {
    Process process = builder(seconds, engine, folder).redirectOutput(log(folder).toFile()).start();
    RUNNING.add(process);
    try {
      return new Ending(process.waitFor(), lastWords(folder));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an engine was running", e);
    } finally {
      process.destroy();
      RUNNING.remove(process);
    }
  }

  private static ProcessBuilder builder(int seconds, List<String> engine, Path folder) {
    List<String> whole = new ArrayList<>(List.of("timeout", "-k", "5", Integer.toString(seconds)));
    whole.addAll(engine);
    ProcessBuilder builder =
        new ProcessBuilder(whole)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().put("HOME", folder.toString());
    return builder;
  }

  private static Path log(Path folder) {
    return folder.resolve("messages.txt");
  }

  private static String messages(Path folder) throws IOException {
    return Files.readString(log(folder), StandardCharsets.ISO_8859_1);
  }

  private static String lastWords(Path folder) throws IOException {
    String messages = messages(folder);
    return messages.substring(Math.max(0, messages.length() - LAST_WORDS)).strip();
  }

  private void copyScripts(Path folder) throws IOException {
    Path from = Path.of(System.getProperty("engine.scripts", "src/test/godot"), release.scripts());
    try (Stream<Path> scripts = Files.list(from)) {
      for (Path script : scripts.toList()) {
        Files.copy(script, folder.resolve(script.getFileName()));
      }
    }
    if (release == Release.GODOT_4_DOUBLE) {
      // Without the editor, an engine runs scripts only in the folder of a project.
      Files.writeString(folder.resolve("project.godot"), "config_version=5\n");
    }
  }

  private static List<byte[]> pieces(Path file) throws IOException {
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

  /** An engine that died may have left the last piece short. */
  private static byte[] next(ByteBuffer all) {
    int size = all.remaining() < 4 ? 0 : all.getInt();
    byte[] bytes = new byte[Math.min(size, all.remaining())];
    all.get(bytes);
    return bytes;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
