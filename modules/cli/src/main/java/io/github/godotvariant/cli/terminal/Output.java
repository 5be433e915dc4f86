package io.github.godotvariant.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * A stream whose failures are unchecked exceptions, so that they get through a {@link
 * java.io.PrintWriter}, which would swallow them and write on into nothing.
 */
public final class Output extends OutputStream {
  private final OutputStream target;

  Output(OutputStream target) {
    this.target = target;
  }

  /** Writing to standard output was not possible. */
  public static final class Failed extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final String problem;

    Failed(IOException cause) {
      super(cause);
      problem = String.valueOf(cause.getMessage());
    }

    /**
     * Whether the reader of a pipe has gone, as {@code head} does when it has seen enough. Only the
     * system's own words say so, which the script that starts Java has it say in English.
     */
    public boolean isPipeClosed() {
      return problem.toLowerCase(Locale.ROOT).contains("pipe");
    }

    public String problem() {
      return problem;
    }
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
      throw new Failed(e);
    }
  }

  @Override
  public void flush() {
    try {
      target.flush();
    } catch (IOException e) {
      throw new Failed(e);
    }
  }
}
