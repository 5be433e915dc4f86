package io.github.godotvariant.cli.terminal;

import java.util.Arrays;
import java.util.Locale;

/** Text for a terminal: harmless, aligned, with numbers that are easy to read. */
public final class Text {
  private Text() {}

  /**
   * Where a range of wide characters begins, and where it ends, in turn: what the library's own
   * messages are aligned with, so that columns and carets agree.
   */
  private static final int[] WIDE = {
    0x1100, 0x1160, 0x231A, 0x231C, 0x2329, 0x232B, 0x23E9, 0x23ED, 0x23F0, 0x23F1, 0x23F3, 0x23F4,
    0x25FD, 0x25FF, 0x2614, 0x2616, 0x2630, 0x2638, 0x2648, 0x2654, 0x267F, 0x2680, 0x268A, 0x2690,
    0x2693, 0x2694, 0x26A1, 0x26A2, 0x26AA, 0x26AC, 0x26BD, 0x26BF, 0x26C4, 0x26C6, 0x26CE, 0x26CF,
    0x26D4, 0x26D5, 0x26EA, 0x26EB, 0x26F2, 0x26F4, 0x26F5, 0x26F6, 0x26FA, 0x26FB, 0x26FD, 0x26FE,
    0x2705, 0x2706, 0x270A, 0x270C, 0x2728, 0x2729, 0x274C, 0x274D, 0x274E, 0x274F, 0x2753, 0x2756,
    0x2757, 0x2758, 0x2795, 0x2798, 0x27B0, 0x27B1, 0x27BF, 0x27C0, 0x2B1B, 0x2B1D, 0x2B50, 0x2B51,
    0x2B55, 0x2B56, 0x2E80, 0x303F, 0x3041, 0x3248, 0x3250, 0xA4D0, 0xA960, 0xA980, 0xAC00, 0xD7A4,
    0xF900, 0xFB00, 0xFE10, 0xFE1A, 0xFE30, 0xFE70, 0xFF01, 0xFF61, 0xFFE0, 0xFFE7, 0x16FE0,
    0x18E00, 0x1AFF0, 0x1B300, 0x1D300, 0x1D357, 0x1D360, 0x1D377, 0x1F004, 0x1F005, 0x1F0CF,
    0x1F0D0, 0x1F18E, 0x1F18F, 0x1F191, 0x1F19B, 0x1F200, 0x1F321, 0x1F32D, 0x1F336, 0x1F337,
    0x1F37D, 0x1F37E, 0x1F394, 0x1F3A0, 0x1F3CB, 0x1F3CF, 0x1F3D4, 0x1F3E0, 0x1F3F1, 0x1F3F4,
    0x1F3F5, 0x1F3F8, 0x1F43F, 0x1F440, 0x1F441, 0x1F442, 0x1F4FD, 0x1F4FF, 0x1F53E, 0x1F54B,
    0x1F54F, 0x1F550, 0x1F568, 0x1F57A, 0x1F57B, 0x1F595, 0x1F597, 0x1F5A4, 0x1F5A5, 0x1F5FB,
    0x1F650, 0x1F680, 0x1F6C6, 0x1F6CC, 0x1F6CD, 0x1F6D0, 0x1F6D3, 0x1F6D5, 0x1F6D8, 0x1F6DC,
    0x1F6E0, 0x1F6EB, 0x1F6ED, 0x1F6F4, 0x1F6FD, 0x1F7E0, 0x1F7EC, 0x1F7F0, 0x1F7F1, 0x1F90C,
    0x1F93B, 0x1F93C, 0x1F946, 0x1F947, 0x1FA00, 0x1FA70, 0x1FB00, 0x20000, 0x3FFFE,
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
          appendEscaped(line, c);
        }
      }
    }
  }

  private static void appendEscaped(StringBuilder text, int c) {
    for (char unit : Character.toChars(c)) {
      text.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
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
   * Returns JSON with escapes for control and format characters and for halves of surrogate pairs.
   * Outside of its strings, JSON has none of them, except for the ends of lines, which stay. Every
   * reader of JSON reads the same value.
   */
  public static String json(String json) {
    if (json.codePoints().noneMatch(Text::isEscapedInJson)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            c -> {
              if (isEscapedInJson(c)) {
                appendEscaped(escaped, c);
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static boolean isEscapedInJson(int c) {
    return c >= 0x7F && !isHarmless(c);
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
      default -> isInnerKorean(c) ? 0 : isWide(c) ? 2 : 1;
    };
  }

  /** Vowels and ends of syllables, which are drawn into the cells of their beginnings. */
  private static boolean isInnerKorean(int c) {
    return c >= 0x1160 && c < 0x1200;
  }

  /** Chinese, Japanese, Korean, their full-width forms, and pictures; terminals differ in a few. */
  private static boolean isWide(int c) {
    int at = Arrays.binarySearch(WIDE, c);
    return at >= 0 ? at % 2 == 0 : (-at - 1) % 2 == 1;
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
