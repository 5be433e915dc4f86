package io.github.godotvariant.multiplayer;

/**
 * The copy of an exception for a log: its stack trace and those of its causes, with the messages
 * escaped, which a handler may have taken from what a peer has sent.
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

  @SuppressWarnings("NullAway") // an exception without a cause
  private static PrintableException cause(Throwable original, int causes) {
    return original.getCause() == null || causes == 0
        ? null
        : new PrintableException(original.getCause(), causes - 1);
  }

  /** Names the class of the original. */
  @Override
  public String toString() {
    return getMessage();
  }
}
