package io.github.godotvariant;

/**
 * Signals that reading or writing would exceed a limit: nesting depth, bytes, elements, string
 * length or memory. The data may be well-formed.
 */
public final class VariantLimitException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the problem, without the position
   * @param byteOffset bytes from the start of the input or output, or {@link #NO_OFFSET}
   * @param path the position in the value, or empty
   */
  public VariantLimitException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
