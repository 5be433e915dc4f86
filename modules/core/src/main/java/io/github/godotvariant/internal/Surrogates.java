package io.github.godotvariant.internal;

/** Halves of surrogate pairs, which strings of Godot 3 and of Java can hold and UTF-8 cannot. */
public final class Surrogates {
  private Surrogates() {}

  /**
   * Whether there is half of a pair at a place, without the other half beside it.
   *
   * @param text any text
   * @param at an index in it
   * @return false for whole pairs and for all other characters
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
