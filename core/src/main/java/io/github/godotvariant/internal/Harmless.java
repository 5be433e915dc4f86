package io.github.godotvariant.internal;

import java.util.Locale;

/** Texts of strangers in messages: nothing in them that a terminal would obey. */
public final class Harmless {
  private static final int LONGEST = 64;

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
  public static String escaped(CharSequence text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                escaped.append("\\n");
              } else if (isHarmless(c)) {
                escaped.appendCodePoint(c);
              } else {
                for (char unit : Character.toChars(c)) {
                  escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
              }
            });
    return escaped.toString();
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

  /**
   * The beginning of a text, enough to know it again.
   *
   * @param text any text
   * @return the text if it is short
   */
  public static String start(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(LONGEST - 1));
    return text.substring(0, halves ? LONGEST - 1 : LONGEST) + "…";
  }
}
