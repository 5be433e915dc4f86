package io.github.godotvariant.cli.values;

import io.github.godotvariant.cli.terminal.Text;
import java.util.Locale;

/**
 * The engine's notation of a value, made safe for a terminal or fit for one line. The engine reads
 * the same value from it.
 */
enum EngineText {
  GODOT_4,

  /** Does not make one character of two halves that are escaped, and has no other way. */
  GODOT_3;

  /** As the engine writes it, but control characters and the like are escaped. */
  String safe(String text) {
    return escape(text, false);
  }

  /** The same in one line: a line's end in a string is {@code \n}, between values it is a blank. */
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
        for (char half : Character.toChars(c)) {
          out.append(String.format(Locale.ROOT, "\\u%04x", (int) half));
        }
      }
    }
    return out.toString();
  }

  private boolean isKept(int c) {
    return Text.isHarmless(c) || (this == GODOT_3 && Character.isSupplementaryCodePoint(c));
  }

  private static boolean isQuotable(String text, int i) {
    return i < text.length() && (text.charAt(i) == '\\' || text.charAt(i) == '"');
  }
}
