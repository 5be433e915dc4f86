package io.github.godotvariant.cli.terminal;

/** The input cannot be read or is not what it should be. Its message is one line for the user. */
public final class BadDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Lines that show the place. */
  private final String place;

  public BadDataException(String message) {
    this(message, "");
  }

  public BadDataException(String message, String place) {
    super(message);
    this.place = place;
  }

  /** Lines that show the place, which were made for that; empty if there are none. */
  public String place() {
    return place;
  }

  /** The message, which is always there. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
