package io.github.godotvariant.convert;

import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Surrogates;

/** Replaces characters of texts that a dialect cannot write or does not read back. */
final class TextSanitizer {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char REPLACEMENT = '\uFFFD';

  private TextSanitizer() {}

  /**
   * Returns a text in which all characters can be written by the rule. Byte order marks at the
   * start are removed, because readers drop them. A NUL or an unpaired surrogate becomes U+FFFD, as
   * in Godot 4. Returns the same text if nothing has to change.
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
