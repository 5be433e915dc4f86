package io.github.godotvariant;

/**
 * Signals that the input contains a full object (class name and properties), which the reader does
 * not allow. {@link io.github.godotvariant.codec.ObjectMode#FULL} allows full objects. This
 * exception does not mean that the input is malformed or exceeds a limit.
 */
public final class ForbiddenVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the problem, without the position
   * @param byteOffset bytes from the start of the input, or {@link #NO_OFFSET}
   * @param path the path in the value, or empty
   */
  public ForbiddenVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
