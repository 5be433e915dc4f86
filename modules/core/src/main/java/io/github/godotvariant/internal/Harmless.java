package io.github.godotvariant.internal;

import java.util.Locale;

/**
 * Texts of strangers in messages: short, and nothing in them that a terminal would obey. A name or
 * a quote is {@link #shown}, or {@link StepText#quotedShort} in quotes; a whole message is a {@link
 * #line}, which the exceptions of this library see to.
 */
public final class Harmless {
  static final int LONGEST = 64;
  private static final int LONGEST_LINE = 1_200;

  private Harmless() {}

  /**
   * Whether a terminal shows a character and does nothing else.
   *
   * @param c a code point
   * @return false for control and format characters, line separators and halves of pairs
   */
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
   * A text with escapes for what is not harmless.
   *
   * @param text any text
   * @return the text in one line, longer than the original if something is escaped
   */
  public static String escaped(String text) {
    return escaped(text, Integer.MAX_VALUE);
  }

  /**
   * A name, or any other text, for a message: its beginning, enough to know it again.
   *
   * @param text any text
   * @return the text, escaped and cut
   */
  public static String shown(String text) {
    return escaped(text, LONGEST);
  }

  /**
   * A whole message.
   *
   * @param text any text
   * @return the text in one line, escaped, and cut if it is far longer than a message should be
   */
  public static String line(String text) {
    return escaped(text, LONGEST_LINE);
  }

  /**
   * A text with escapes for what is not harmless, cut.
   *
   * @param text any text
   * @param longest how many chars to keep, of the text as well as of what becomes of it
   * @return the text in one line, with an ellipsis where something is cut off
   */
  static String escaped(String text, int longest) {
    int at = 0;
    int most = Math.min(text.length(), longest);
    while (at < most && text.charAt(at) >= ' ' && text.charAt(at) <= '~') {
      at++; // nearly always all of it
    }
    while (at < most && isHarmless(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.substring(0, at));
    while (at < text.length() && escaped.length() < longest) {
      int c = text.codePointAt(at);
      if (c == '\n') {
        escaped.append("\\n");
      } else if (isHarmless(c)) {
        escaped.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
      }
      at += Character.charCount(c);
    }
    return at == text.length() ? escaped.toString() : escaped.append('…').toString();
  }

  /**
   * A text in which every character keeps its place.
   *
   * @param text any text
   * @return the text with a space for each control character and line separator, and a question
   *     mark for all else that is not harmless
   */
  public static String masked(CharSequence text) {
    StringBuilder masked = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean blank = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
              masked.appendCodePoint(isHarmless(c) ? c : blank ? ' ' : '?');
            });
    return masked.toString();
  }
}
