package io.github.godotvariant;

/**
 * Signals that bytes are malformed or incomplete: not a valid value in the dialect, or not a valid
 * message or packet.
 */
public final class MalformedVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the problem, without the position
   * @param byteOffset bytes from the start of the input, or {@link #NO_OFFSET}
   * @param path the path in the value, or empty
   */
  public MalformedVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
