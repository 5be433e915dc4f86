package io.github.godotvariant;

/**
 * The bytes or the text hold something that the reader was not told to take: a full object, which
 * only {@link io.github.godotvariant.codec.ObjectMode#FULL} allows. The data may be well-formed,
 * and no limit is exceeded.
 */
public final class ForbiddenVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * With a place.
   *
   * @param problem what is not allowed, without the place
   * @param byteOffset bytes from the start of the input, or {@link #NO_OFFSET}
   * @param path the place in the value, or empty
   */
  public ForbiddenVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
