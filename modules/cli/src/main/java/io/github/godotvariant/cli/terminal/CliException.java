package io.github.godotvariant.cli.terminal;

import java.util.Objects;

/** An expected failure of a command, with a message of one line and an exit code. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String details;

  private CliException(int code, String problem, String details) {
    super(problem);
    this.code = code;
    this.details = details;
  }

  /** {@return an exception for an invalid command line} */
  public static CliException usage(String problem) {
    return new CliException(ExitCode.USAGE, problem, "");
  }

  /** Throws the exception of {@link #usage} if {@code isWrong} is true. */
  public static void rejectUsage(boolean isWrong, String problem) {
    if (isWrong) {
      throw usage(problem);
    }
  }

  /** {@return an exception for invalid input} */
  public static CliException badData(String problem) {
    return badData(problem, "");
  }

  /**
   * Returns an exception for invalid input.
   *
   * @param details lines that show the position of the error, printed after the message; empty for
   *     no lines
   */
  public static CliException badData(String problem, String details) {
    return new CliException(ExitCode.BAD_DATA, problem, details);
  }

  /** Throws the exception of {@link #badData(String)} if {@code isWrong} is true. */
  public static void rejectData(boolean isWrong, String problem) {
    if (isWrong) {
      throw badData(problem);
    }
  }

  /** {@return an exception for a file or stream that cannot be read or written} */
  public static CliException file(String problem) {
    return new CliException(ExitCode.FILE_ERROR, problem, "");
  }

  /** {@return the exit code of the command} */
  public int code() {
    return code;
  }

  /** {@return the message} */
  public String problem() {
    return Objects.requireNonNull(getMessage());
  }

  /** {@return lines that show the position of the error; empty if there are no lines} */
  public String details() {
    return details;
  }
}
