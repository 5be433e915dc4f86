package io.github.godotvariant.internal;

/** Tests for lone surrogates, which strings of Godot 3 and of Java can contain and UTF-8 cannot. */
public final class Surrogates {
  private Surrogates() {}

  /**
   * Returns whether a char is a lone surrogate.
   *
   * @param text any text
   * @param index index of the char
   * @return false for both chars of a surrogate pair and for all other characters
   */
  public static boolean isLone(CharSequence text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
