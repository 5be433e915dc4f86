package io.github.godotvariant.cli.values;

import io.github.godotvariant.cli.terminal.Text;

/**
 * Escapes values in the engine's notation for a terminal or a single line. The engine parses the
 * same value.
 */
enum EngineText {
  GODOT_4,

  /** Characters above U+FFFF stay, because Godot 3 cannot parse their escapes. */
  GODOT_3;

  /** Escapes control and format characters. */
  String safe(String text) {
    return escape(text, false);
  }

  /** Does the same in one line: a line end is {@code \n} in a string, and a space elsewhere. */
  String oneLine(String text) {
    return escape(text.stripTrailing(), true);
  }

  private String escape(String text, boolean oneLine) {
    StringBuilder out = new StringBuilder(text.length());
    boolean quoted = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\\' && quoted && isQuotable(text, i)) {
        out.append('\\').append(text.charAt(i++));
        continue;
      }
      if (c == '"') {
        quoted = !quoted;
      }
      if (c == '\n' && oneLine) {
        out.append(quoted ? "\\n" : " ");
      } else if (c == '\n' || c == '\t' || isKept(c)) {
        out.appendCodePoint(c);
      } else if (c == '\r') {
        out.append("\\r");
      } else {
        Text.appendEscaped(out, c);
      }
    }
    return out.toString();
  }

  private boolean isKept(int c) {
    return Text.isPrintable(c) || (this == GODOT_3 && Character.isSupplementaryCodePoint(c));
  }

  private static boolean isQuotable(String text, int i) {
    return i < text.length() && (text.charAt(i) == '\\' || text.charAt(i) == '"');
  }
}
