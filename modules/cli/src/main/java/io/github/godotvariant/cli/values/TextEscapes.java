package io.github.godotvariant.cli.values;

import io.github.godotvariant.cli.terminal.Text;

/**
 * Escapes characters in the text of values, which is in the engine's notation. The constants say
 * where the text is written. The engine reads the same value from the escaped text.
 */
public enum TextEscapes {
  /** For a terminal: control and format characters are escaped. */
  TERMINAL,

  /**
   * For a terminal, but characters above U+FFFF stay, because Godot 3 cannot parse their escapes.
   */
  TERMINAL_GODOT_3,

  /**
   * For a file: control characters in strings are escaped, except for line ends and tabs, so that
   * the file is recognised as text.
   */
  FILE,

  /**
   * For a file that is also JSON: all control characters in strings are escaped, also line ends and
   * tabs.
   */
  JSON_FILE;

  /** {@return a text with the escapes of this constant} */
  public String safe(String text) {
    return escape(text, false);
  }

  /**
   * {@return a text in one line, with the escapes of this constant} Line ends become {@code \n} in
   * strings, and spaces elsewhere.
   */
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
      if (isKept(c, quoted) && !(oneLine && c == '\n')) {
        out.appendCodePoint(c);
      } else if (c == '\n') {
        out.append(quoted ? "\\n" : " ");
      } else if (c == '\r') {
        out.append("\\r");
      } else {
        Text.appendEscaped(out, c);
      }
    }
    return out.toString();
  }

  private boolean isKept(int c, boolean quoted) {
    return switch (this) {
      case TERMINAL -> c == '\n' || c == '\t' || Text.isPrintable(c);
      case TERMINAL_GODOT_3 -> TERMINAL.isKept(c, quoted) || Character.isSupplementaryCodePoint(c);
      case FILE -> !quoted || Text.isTextual(c);
      case JSON_FILE -> !quoted || !Character.isISOControl(c);
    };
  }

  private static boolean isQuotable(String text, int i) {
    return i < text.length() && (text.charAt(i) == '\\' || text.charAt(i) == '"');
  }
}
