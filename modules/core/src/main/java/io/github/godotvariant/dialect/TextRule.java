package io.github.godotvariant.dialect;

/** The rules for converting the bytes of a string to text, and text to bytes. */
public enum TextRule {
  /**
   * The rule of Godot 4: strict UTF-8. Readers drop a leading byte order mark, and end the text at
   * the first NUL.
   */
  STRICT,
  /**
   * The rule of Godot 3: like {@link #STRICT}, but readers accept more bytes, and writers more
   * text. Sequences of 3 to 6 bytes are accepted up to U+10FFFF. Such a sequence of <i>n</i> bytes
   * is rejected as overlong only if its code point is below 2<sup>5<i>n</i>-11</sup>: 16 for 3
   * bytes, 512 for 4. Readers and writers accept unpaired surrogates.
   */
  GENERALISED,
  /**
   * The rule of the manual: strict UTF-8. Readers keep all characters, including a leading byte
   * order mark and NUL.
   */
  PLAIN
}
