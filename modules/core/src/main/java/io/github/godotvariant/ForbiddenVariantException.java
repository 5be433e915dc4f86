package io.github.godotvariant;

/**
 * Signals that bytes or a text contain a full object and the reader does not allow full objects.
 * {@link io.github.godotvariant.codec.ObjectMode#FULL} allows them. The data may be well-formed,
 * and no limit is exceeded.
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
