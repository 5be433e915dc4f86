package io.github.godotvariant;

/** The bytes are not what the dialect says a value is. */
public final class MalformedVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * With a place.
   *
   * @param problem what is wrong, without the place
   * @param byteOffset bytes from the start of the input or output, or {@link #NO_OFFSET}
   * @param path the place in the value, or empty
   */
  public MalformedVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
