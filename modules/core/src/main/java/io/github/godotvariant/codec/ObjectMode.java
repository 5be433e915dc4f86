package io.github.godotvariant.codec;

/**
 * The forms of objects that a codec reads and writes. In both modes an object is data, and no class
 * is instantiated.
 */
public enum ObjectMode {
  /**
   * Only instance ids, the default of the engines. Full objects are rejected when they are read or
   * written.
   */
  IDS,
  /**
   * Instance ids and full objects, as with {@code bytes_to_var_with_objects} and {@code
   * full_objects = true}.
   */
  FULL
}
