package io.github.godotvariant.cli;

/** The input cannot be read or is not what it should be. Its message is one line for the user. */
final class BadDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Lines that show the place. */
  private final String place;

  BadDataException(String message) {
    this(message, "");
  }

  BadDataException(String message, String place) {
    super(message);
    this.place = place;
  }

  /** Lines that show the place, which were made for that; empty if there are none. */
  String place() {
    return place;
  }

  /** The message, which is always there. */
  String problem() {
    return String.valueOf(getMessage());
  }
}
