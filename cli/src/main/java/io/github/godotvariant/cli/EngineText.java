package io.github.godotvariant.cli;

import java.util.Locale;

/**
 * The engine's notation of a value, made safe for a terminal or fit for one line. The engine reads
 * the same value from it.
 */
final class EngineText {
  private EngineText() {}

  /** As the engine writes it, but control characters and the like are escaped. */
  static String safe(String text) {
    return escape(text, false);
  }

  /** The same in one line: a line's end in a string is {@code \n}, between values it is a blank. */
  static String oneLine(String text) {
    return escape(text.stripTrailing(), true);
  }

  private static String escape(String text, boolean oneLine) {
    StringBuilder out = new StringBuilder(text.length());
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted && isQuotable(text, i + 1)) {
        out.append(c).append(text.charAt(++i));
        continue;
      }
      if (c == '"') {
        quoted = !quoted;
      }
      if (c == '\n' && oneLine) {
        out.append(quoted ? "\\n" : " ");
      } else if (c == '\n' || c == '\t' || isHarmless(text, i)) {
        out.append(c);
      } else if (c == '\r') {
        out.append("\\r");
      } else {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return out.toString();
  }

  private static boolean isQuotable(String text, int i) {
    return i < text.length() && (text.charAt(i) == '\\' || text.charAt(i) == '"');
  }

  private static boolean isHarmless(String text, int i) {
    char c = text.charAt(i);
    if (Character.isSurrogate(c)) {
      return Character.isHighSurrogate(c)
          ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
          : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return Text.isHarmless(c);
  }
}
