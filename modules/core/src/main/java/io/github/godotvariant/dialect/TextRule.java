package io.github.godotvariant.dialect;

/** The rules for the conversion between the bytes of a string and text. */
public enum TextRule {
  /**
   * The rule of Godot 4: strict UTF-8. A leading byte order mark is dropped, and the text ends at
   * the first NUL.
   */
  STRICT,
  /**
   * The rule of Godot 3: like {@link #STRICT}, with two exceptions. Sequences of <i>n</i> = 3 to 6
   * bytes are accepted up to U+10FFFF, and are rejected as overlong only if their code point is
   * below 2<sup>5<i>n</i>-11</sup>. Lone surrogates are read and written.
   */
  GENERALISED,
  /** The rule of the manual: strict UTF-8. All characters are kept. */
  PLAIN
}
