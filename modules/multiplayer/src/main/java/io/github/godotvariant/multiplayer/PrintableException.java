package io.github.godotvariant.multiplayer;

import org.jspecify.annotations.Nullable;

/**
 * A copy of an exception for the log, with its stack trace and causes. The messages are escaped,
 * because a message can contain text of a peer.
 */
final class PrintableException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private PrintableException(Throwable original, int causes) {
    super(EventText.line(original.toString()), cause(original, causes), false, true);
    setStackTrace(original.getStackTrace());
  }

  static PrintableException of(Throwable original) {
    return new PrintableException(original, MAX_CAUSES);
  }

  private static @Nullable PrintableException cause(Throwable original, int causes) {
    return original.getCause() == null || causes == 0
        ? null
        : new PrintableException(original.getCause(), causes - 1);
  }

  /** {@return the message, which contains the class name of the original exception} */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // A log must not show the name of this class.
  public String toString() {
    return String.valueOf(getMessage());
  }
}
