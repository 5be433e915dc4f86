package io.github.godotvariant.convert;

import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Surrogates;

/**
 * Replaces or removes the characters of a text that a dialect cannot write or does not read back.
 */
final class TextSanitizer {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char REPLACEMENT = '\uFFFD';

  private TextSanitizer() {}

  /**
   * Returns a text that contains only characters that the rule allows. If readers drop a byte order
   * mark at the start, all byte order marks at the start are removed. A NUL or an unpaired
   * surrogate that the rule does not allow becomes U+FFFD, as in Godot 4. If all characters are
   * allowed, returns the same text.
   */
  static String expressible(String text, TextRule rule) {
    int start = 0;
    if (rule != TextRule.PLAIN) {
      while (start < text.length() && text.charAt(start) == BYTE_ORDER_MARK) {
        start++;
      }
    }
    int index = start;
    while (index < text.length() && !isReplaced(text, index, rule)) {
      index++;
    }
    if (index == text.length()) {
      return text.substring(start);
    }
    StringBuilder changed = new StringBuilder(text).delete(0, start);
    for (int i = index; i < text.length(); i++) {
      if (isReplaced(text, i, rule)) {
        changed.setCharAt(i - start, REPLACEMENT);
      }
    }
    return changed.toString();
  }

  private static boolean isReplaced(String text, int index, TextRule rule) {
    char c = text.charAt(index);
    if (c == 0) {
      return rule != TextRule.PLAIN;
    }
    return rule != TextRule.GENERALISED && Surrogates.isLone(text, index);
  }
}
