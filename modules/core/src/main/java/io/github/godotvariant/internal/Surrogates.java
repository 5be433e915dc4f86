package io.github.godotvariant.internal;

/** Tests for lone surrogates, which strings of Godot 3 and of Java can contain and UTF-8 cannot. */
public final class Surrogates {
  private Surrogates() {}

  /**
   * Returns whether a char is a lone surrogate.
   *
   * @param text any text
   * @param at index of the char
   * @return false for both chars of a surrogate pair and for all other characters
   */
  public static boolean isLone(CharSequence text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
