package io.github.godotvariant.cli.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Describes the environment of the command, except for its streams.
 *
 * @param environment the environment variables
 * @param terminals the numbers of the streams that are terminals, one digit for each: 0 for
 *     standard input, 1 for standard output, 2 for standard error; empty if unknown
 * @param hiddenLine a function that prints its argument and reads a line without echo; empty if
 *     there is no terminal
 * @param outputIsPipe returns whether standard output is a pipe or socket. If so, a write error
 *     means that the reader has closed it
 */
public record Surroundings(
    Map<String, String> environment,
    Optional<String> terminals,
    Optional<Function<String, Optional<String>>> hiddenLine,
    BooleanSupplier outputIsPipe) {
  /** The system property that the start script sets to the value of {@code terminals}. */
  private static final String TERMINALS = "gdvar.terminals";

  private static final int TYPE_OF_MODE = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  /** Surroundings without environment variables and without terminals. */
  public static final Surroundings NONE =
      new Surroundings(Map.of(), Optional.of(""), Optional.empty());

  /** Creates surroundings in which standard output is not a pipe or socket. */
  public Surroundings(
      Map<String, String> environment,
      Optional<String> terminals,
      Optional<Function<String, Optional<String>>> hiddenLine) {
    this(environment, terminals, hiddenLine, () -> false);
  }

  /** {@return the environment of this process} */
  public static Surroundings ofProcess() {
    // From Java 22 on, the default console also exists without a terminal. The console of java.base
    // exists only with a terminal.
    System.setProperty("jdk.console", "java.base");
    Optional<Console> console = Optional.ofNullable(System.console());
    return new Surroundings(
        System.getenv(),
        Optional.ofNullable(System.getProperty(TERMINALS)).or(() -> console.map(all -> "012")),
        console.map(found -> prompt -> ask(found, prompt)),
        Surroundings::isOutputPipe);
  }

  private static boolean isOutputPipe() {
    try {
      int mode = (Integer) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      int type = mode & TYPE_OF_MODE;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // as on Windows
    }
  }

  private static Optional<String> ask(Console console, String prompt) {
    System.err.print(prompt);
    System.err.flush();
    char[] line = console.readPassword("");
    return line == null ? Optional.empty() : Optional.of(new String(line));
  }

  /** {@return whether a stream is known to be a terminal} */
  public boolean isTerminal(int stream) {
    return terminals.filter(known -> known.contains(Integer.toString(stream))).isPresent();
  }
}
