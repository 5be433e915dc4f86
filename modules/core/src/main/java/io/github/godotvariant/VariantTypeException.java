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

  /** Creates an exception without an offset. */
  VariantTypeException(String problem, String path) {
    super(problem, NO_OFFSET, path);
  }

  /**
   * Returns an exception for a value of another class than the wanted one.
   *
   * @param path the path of the value, or empty
   */
  static VariantTypeException wanted(Class<?> wanted, Variant found, String path) {
    return new VariantTypeException(
        "wanted " + godotName(wanted) + " but found " + ShortForm.withType(found), path);
  }

  /** No such key in a dictionary. */
  static VariantTypeException missing(Variant key) {
    return new VariantTypeException("no key " + ShortForm.of(key), Names.text(key));
  }

  /** The engine's name of what a class stands for; where it has none, that of the class. */
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
