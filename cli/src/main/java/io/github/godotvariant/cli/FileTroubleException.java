package io.github.godotvariant.cli;

/** A file or stream cannot be read or written. Its message is one line for the user. */
final class FileTroubleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FileTroubleException(String message) {
    super(message);
  }

  /** The message, which is always there. */
  String problem() {
    return String.valueOf(getMessage());
  }
}
