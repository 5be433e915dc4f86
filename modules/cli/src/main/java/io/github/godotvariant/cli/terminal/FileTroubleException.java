package io.github.godotvariant.cli.terminal;

/** A file or stream cannot be read or written. Its message is one line for the user. */
public final class FileTroubleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FileTroubleException(String message) {
    super(message);
  }

  /** The message, which is always there. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
