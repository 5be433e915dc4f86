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
 * The environment of the command in addition to its streams.
 *
 * @param environment the environment variables
 * @param terminals the digits of the streams that are terminals: 0 for standard input, 1 for
 *     output, 2 for errors; empty if unknown
 * @param hiddenLine prints its argument and reads a line without echo; empty without a terminal
 * @param outputIsPipe whether standard output is a pipe or socket; if so, a write error means that
 *     the reader has closed it
 */
public record Surroundings(
    Map<String, String> environment,
    Optional<String> terminals,
    Optional<Function<String, Optional<String>>> hiddenLine,
    BooleanSupplier outputIsPipe) {
  /** The system property with {@code terminals}, which the start script sets. */
  private static final String TERMINALS = "gdvar.terminals";

  private static final int TYPE_OF_MODE = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  /** No variables and no terminals. */
  public static final Surroundings NONE =
      new Surroundings(Map.of(), Optional.of(""), Optional.empty());

  /** Creates the surroundings of a process whose output is not a pipe. */
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
