package io.github.godotvariant.convert;

import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Surrogates;

/** Texts that a dialect writes and reads as they are, and what becomes of others. */
final class Texts {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char REPLACEMENT = '\uFFFD';

  private Texts() {}

  /**
   * The text as far as the rule can hold it: without byte order marks at the start, which readers
   * drop, and U+FFFD for a NUL or a lone surrogate, as Godot 4 does. The same text if it can.
   */
  static String expressible(String text, TextRule rule) {
    int start = 0;
    if (rule != TextRule.PLAIN) {
      while (start < text.length() && text.charAt(start) == BYTE_ORDER_MARK) {
        start++;
      }
    }
    int at = start;
    while (at < text.length() && !isReplaced(text, at, rule)) {
      at++;
    }
    if (at == text.length()) {
      return text.substring(start);
    }
    StringBuilder changed = new StringBuilder(text).delete(0, start);
    for (int i = at; i < text.length(); i++) {
      if (isReplaced(text, i, rule)) {
        changed.setCharAt(i - start, REPLACEMENT);
      }
    }
    return changed.toString();
  }

  private static boolean isReplaced(String text, int at, TextRule rule) {
    char c = text.charAt(at);
    if (c == 0) {
      return rule != TextRule.PLAIN;
    }
    return rule != TextRule.GENERALISED && Surrogates.isLone(text, at);
  }
}
