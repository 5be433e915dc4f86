package io.github.godotvariant.cli;

/** The input cannot be read or is not what it should be. Its message is one line for the user. */
final class BadDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadDataException(String message) {
    super(message);
  }

  /** The message, which is always there. */
  String problem() {
    return String.valueOf(getMessage());
  }
}
