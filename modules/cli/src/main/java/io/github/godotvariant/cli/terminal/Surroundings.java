package io.github.godotvariant.cli.terminal;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is around the command beside its streams.
 *
 * @param environment the variables
 * @param terminals which of standard input (0), output (1) and error (2) are terminals, as digits;
 *     empty if that is not known
 * @param hiddenLine asks for a line that does not show while it is typed, if there is a terminal
 *     for that; the argument is printed first
 */
public record Surroundings(
    Map<String, String> environment,
    Optional<String> terminals,
    Optional<Function<String, Optional<String>>> hiddenLine) {
  /** Set by whoever starts Java and knows; Java itself can hardly tell. */
  private static final String TERMINALS = "gdvar.terminals";

  /** No variables and no terminals. */
  public static final Surroundings NONE =
      new Surroundings(Map.of(), Optional.of(""), Optional.empty());

  /** Those of this process. */
  public static Surroundings ofProcess() {
    Optional<Console> console = console();
    return new Surroundings(
        System.getenv(),
        Optional.ofNullable(System.getProperty(TERMINALS)).or(() -> console.map(all -> "012")),
        console.map(found -> prompt -> ask(found, prompt)));
  }

  @SuppressWarnings("SystemConsoleNull") // before Java 22 that is how it says so
  private static Optional<Console> console() {
    return Optional.ofNullable(System.console()).filter(Surroundings::isTerminal);
  }

  /** From Java 22 on there is a console without a terminal, and a method that says so. */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  private static Optional<String> ask(Console console, String prompt) {
    System.err.print(prompt);
    System.err.flush();
    char[] line = console.readPassword("");
    return line == null ? Optional.empty() : Optional.of(new String(line));
  }

  /** Whether a stream is known to be a terminal. */
  public boolean isTerminal(int stream) {
    return terminals.filter(known -> known.contains(Integer.toString(stream))).isPresent();
  }
}
