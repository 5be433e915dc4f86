package io.github.godotvariant.dialect;

/** How the bytes of a string become text, and back. */
public enum TextRule {
  /**
   * As Godot 4: strict UTF-8; a leading byte order mark is dropped; the text ends at the first NUL.
   */
  STRICT,
  /**
   * As Godot 3: like STRICT, but of the forms of three to six bytes only the most overlong are
   * refused, and lone surrogates pass in both directions.
   */
  GENERALISED,
  /** As the manual says: strict UTF-8 and nothing else, all characters kept. */
  PLAIN
}
