package io.github.godotvariant.cli.terminal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Gives a command its streams and its environment. Commands do not use the streams and the
 * environment of {@code System}, so that tests can replace them.
 */
public abstract class Terminal {
  private final InputStream in;
  private final OutputStream bytesOut;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Surroundings surroundings;
  private boolean inputData;
  private boolean inputRead;

  protected Terminal(
      InputStream in, OutputStream out, OutputStream err, Surroundings surroundings) {
    this.in = in;
    this.surroundings = surroundings;
    bytesOut = new UncheckedOutput(out);
    this.out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(bytesOut, StandardCharsets.UTF_8)));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
  }

  /** The exception for a failed write to standard output. */
  public static final class OutputException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
      super(cause);
    }

    /** {@return the message of the operating system} */
    public String problem() {
      return String.valueOf(Objects.requireNonNull(getCause()).getMessage());
    }
  }

  /**
   * Converts the checked exceptions of a stream to unchecked exceptions, because {@link
   * PrintWriter} hides checked exceptions.
   */
  private static final class UncheckedOutput extends OutputStream {
    private final OutputStream target;

    UncheckedOutput(OutputStream target) {
      this.target = target;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      try {
        target.write(bytes, from, length);
      } catch (IOException e) {
        throw new OutputException(e);
      }
    }

    @Override
    public void flush() {
      try {
        target.flush();
      } catch (IOException e) {
        throw new OutputException(e);
      }
    }
  }

  /** {@return standard input} */
  public final InputStream in() {
    return in;
  }

  /**
   * Reads all of standard input.
   *
   * @throws CliException if standard input has been read before
   */
  public final byte[] allInput() throws IOException {
    CliException.rejectUsage(inputRead, "standard input can be read once");
    inputRead = true;
    return in.readAllBytes();
  }

  /** {@return the environment of the process} */
  public final Surroundings surroundings() {
    return surroundings;
  }

  /** {@return standard output for bytes} */
  public final OutputStream bytesOut() {
    return bytesOut;
  }

  /** {@return standard output for text} */
  public final PrintWriter out() {
    return out;
  }

  /** {@return standard error} */
  protected final PrintWriter err() {
    return err;
  }

  /**
   * Returns a progress display on standard error.
   *
   * @param results whether the command prints results at the same time. If standard output is a
   *     terminal too, the display is then off
   */
  public final Progress progress(boolean results) {
    return new Progress(
        err, surroundings.isTerminal(2) && !(results && surroundings.isTerminal(1)));
  }

  /** Prints text on standard error. Adds neither a prefix nor a line end. */
  public final void printMessage(String text) {
    err.print(text);
    err.flush();
  }

  /** Prints a line with an error or a warning on standard error. */
  public final void printProblem(String problem) {
    printMessage("gdvar: " + Text.printable(problem) + "\n");
  }

  /** Prints warnings about a file on standard error. */
  public final void printProblems(String file, List<String> warnings) {
    warnings.forEach(warning -> printProblem(file + ": " + warning));
  }

  /**
   * {@return whether the command reads its data from standard input, which then cannot contain the
   * password}
   */
  public final boolean isInputData() {
    return inputData;
  }

  /**
   * Records that the command reads its data from standard input, because an argument is {@code -}.
   */
  protected final void inputIsData() {
    inputData = true;
  }

  /** Flushes standard output. */
  public final void flush() {
    out.flush();
  }
}
