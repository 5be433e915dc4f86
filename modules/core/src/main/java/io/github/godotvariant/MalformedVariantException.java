package io.github.godotvariant;

/** Signals that bytes are not a valid value of the dialect. */
public final class MalformedVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the problem, without the position
   * @param byteOffset bytes from the start of the input or output, or {@link #NO_OFFSET}
   * @param path the path in the value, or empty
   */
  public MalformedVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
