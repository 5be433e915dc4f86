package io.github.godotvariant.cli.terminal;

import java.util.Locale;

/** Text for a terminal: harmless, aligned, with numbers that are easy to read. */
public final class Text {
  private Text() {}

  /** The first and the last of wide characters that follow each other, in turn. */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
    0xFE30, 0xFE6F, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900,
    0x1FAFF, 0x20000, 0x3FFFD,
  };

  /** Some editors put it in front of a text. */
  public static final String MARK = "\uFEFF";

  /** A whole text, without the byte order mark that may be in front. */
  public static String withoutMark(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }

  /** The text in one line, with nothing in it that a terminal would obey. */
  public static String printable(String text) {
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
      default -> {
        if (isHarmless(c)) {
          line.appendCodePoint(c);
        } else {
          for (char unit : Character.toChars(c)) {
            line.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
          }
        }
      }
    }
  }

  /** Whether a terminal shows a character and does nothing else. */
  public static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      // Among format characters are those that turn the direction of writing around.
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /**
   * JSON in which halves of surrogate pairs are escaped. They can only stand in its texts, and are
   * no text in UTF-8.
   */
  public static String json(String json) {
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
  public static String count(long number, String noun) {
    String plural = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
  }

  /** How many cells of a terminal a text takes. */
  public static int width(String text) {
    return isPlain(text) ? text.length() : text.codePoints().map(Text::width).sum();
  }

  private static int width(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(c) ? 2 : 1;
    };
  }

  /** Chinese, Japanese, Korean, their full-width forms, and pictures; terminals differ in a few. */
  private static boolean isWide(int c) {
    for (int i = 0; i < WIDE.length && c >= WIDE[i]; i += 2) {
      if (c <= WIDE[i + 1]) {
        return true;
      }
    }
    return false;
  }

  /** What a text lacks to a width. */
  public static String blanks(String text, int width) {
    return " ".repeat(Math.max(0, width - width(text)));
  }

  /** The text on the left of a column. */
  public static String left(String text, int width) {
    return text + blanks(text, width);
  }

  /** The text on the right of a column. */
  public static String right(String text, int width) {
    return blanks(text, width) + text;
  }
}
