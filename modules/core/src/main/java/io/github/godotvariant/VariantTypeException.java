package io.github.godotvariant;

/**
 * Signals that a value is missing, or has another type or range than requested. The data itself is
 * well-formed.
 */
public final class VariantTypeException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the requested and the actual type or value
   * @param byteOffset bytes from the start of the input, or {@link #NO_OFFSET}
   * @param path the position in the value, or empty
   */
  public VariantTypeException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }

  /** Creates an exception without an offset. */
  VariantTypeException(String problem, String path) {
    super(problem, NO_OFFSET, path);
  }

  /**
   * Creates an exception for a value of another class than requested.
   *
   * @param path the path of the value, or empty
   */
  static VariantTypeException mismatch(Class<?> expected, Variant actual, String path) {
    return new VariantTypeException(
        "wanted " + godotName(expected) + " but found " + ShortTextPrinter.withType(actual), path);
  }

  /** Creates an exception for a missing key of a dictionary. */
  static VariantTypeException missing(Variant key) {
    return new VariantTypeException("no key " + ShortTextPrinter.of(key), SimilarKeys.text(key));
  }

  /**
   * Returns the engine's name of the type that a class represents. If the class does not represent
   * one type, returns the name of the class.
   */
  private static String godotName(Class<?> kind) {
    String name = kind.getSimpleName().replaceFirst("^Variant(?=.)|Value$", "");
    for (VariantType type : VariantType.values()) {
      if (type.godotName().equalsIgnoreCase(name)) {
        return type.godotName();
      }
    }
    return kind.getSimpleName();
  }
}
