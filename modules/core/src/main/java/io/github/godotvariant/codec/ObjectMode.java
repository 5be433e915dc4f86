package io.github.godotvariant.codec;

/**
 * Which objects are read and written. Whatever the mode, an object is data: nothing is
 * instantiated.
 */
public enum ObjectMode {
  /**
   * Only instance ids, the engines' default. A full object is refused when read, and cannot be
   * written.
   */
  IDS,
  /**
   * Full objects as well, as with {@code bytes_to_var_with_objects} and {@code full_objects =
   * true}.
   */
  FULL
}
