package io.github.godotvariant.cli;

import io.github.godotvariant.internal.Cells;
import io.github.godotvariant.internal.Harmless;
import java.util.Locale;

/** Text for a terminal: harmless, aligned, with numbers that are easy to read. */
final class Text {
  private Text() {}

  /** Some editors put it in front of a text. */
  static final String MARK = "\uFEFF";

  /** A whole text, without the byte order mark that may be in front. */
  static String withoutMark(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }

  /** The text in one line, with nothing in it that a terminal would obey. */
  static String printable(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(line, c));
    return line.toString();
  }

  /** Whether a text is printable ASCII, as nearly all are. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static void append(StringBuilder line, int c) {
    switch (c) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> line.append(Harmless.escaped(Character.toString(c)));
    }
  }

  /**
   * JSON in which halves of surrogate pairs are escaped. They can only stand in its texts, and are
   * no text in UTF-8.
   */
  static String json(String json) {
    if (json.codePoints().noneMatch(Text::isHalf)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            c -> {
              if (isHalf(c)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static boolean isHalf(int c) {
    return Character.getType(c) == Character.SURROGATE;
  }

  /** A number with its noun, for example {@code 1 entry}, {@code 1,204 bytes}. */
  static String count(long number, String noun) {
    String plural = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
  }

  /** What a text lacks to a width. */
  static String blanks(String text, int width) {
    return " ".repeat(Math.max(0, width - Cells.of(text)));
  }

  /** The text on the left of a column. */
  static String left(String text, int width) {
    return text + blanks(text, width);
  }

  /** The text on the right of a column. */
  static String right(String text, int width) {
    return blanks(text, width) + text;
  }
}
