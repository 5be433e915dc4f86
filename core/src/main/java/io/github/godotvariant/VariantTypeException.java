package io.github.godotvariant;

/**
 * A value has another type than the caller asked for, or is not there. The data itself is
 * well-formed.
 */
public final class VariantTypeException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * With a place.
   *
   * @param problem what was wanted and what was there
   * @param byteOffset bytes from the start of the input, or {@link #NO_OFFSET}
   * @param path the place in the value, or empty
   */
  public VariantTypeException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }

  static VariantTypeException wanted(String wanted, Variant found, String path) {
    return new VariantTypeException(
        "wanted " + wanted + " but found " + found.type().godotName(), NO_OFFSET, path);
  }

  static VariantTypeException missing(Variant key) {
    return new VariantTypeException(
        "no key " + key, NO_OFFSET, VariantPath.ROOT.key(key).toString());
  }
}
