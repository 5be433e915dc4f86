package io.github.godotvariant.internal;

import java.util.Locale;

/**
 * Prepares untrusted text for messages: shortens it and escapes characters that a terminal
 * interprets. Use {@link #excerpt} for a name or a quotation, and {@link PathNames#quotedShort} for
 * text in quotes. The exceptions of this library use {@link #line} for their whole messages.
 */
public final class MessageText {
  /** The number of chars after which {@link #excerpt} cuts a text. */
  public static final int MAX_LENGTH = 64;

  private static final int MAX_LINE_LENGTH = 1_200;

  private MessageText() {}

  /**
   * Returns whether a terminal displays a character without any other effect.
   *
   * @param c a code point
   * @return false for control and format characters, line and paragraph separators and lone
   *     surrogates
   */
  public static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      // Some format characters change the direction of writing.
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
   * Escapes the characters that are not printable.
   *
   * @param text any text
   * @return the text in one line; longer than the parameter if a character is escaped
   */
  public static String escape(String text) {
    return escape(text, Integer.MAX_VALUE);
  }

  /**
   * Escapes and shortens a name or other text for a message.
   *
   * @param text any text
   * @return the start of the text, escaped
   */
  public static String excerpt(String text) {
    return escape(text, MAX_LENGTH);
  }

  /**
   * Escapes a whole message, and shortens it if it is too long.
   *
   * @param text any text
   * @return the text in one line
   */
  public static String line(String text) {
    return escape(text, MAX_LINE_LENGTH);
  }

  /**
   * Escapes the characters that are not printable, and shortens a text.
   *
   * @param text any text
   * @param maxLength the number of chars after which the text and its escaped form are cut
   * @return the text in one line, with an ellipsis if it was cut
   */
  static String escape(String text, int maxLength) {
    int index = 0;
    int end = Math.min(text.length(), maxLength);
    while (index < end && text.charAt(index) >= ' ' && text.charAt(index) <= '~') {
      index++; // most texts are printable ASCII
    }
    while (index < end && isPrintable(text.codePointAt(index))) {
      index += Character.charCount(text.codePointAt(index));
    }
    if (index == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.substring(0, index));
    while (index < text.length() && escaped.length() < maxLength) {
      int c = text.codePointAt(index);
      if (c == '\n') {
        escaped.append("\\n");
      } else if (isPrintable(c)) {
        escaped.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
      }
      index += Character.charCount(c);
    }
    return index == text.length() ? escaped.toString() : escaped.append('…').toString();
  }

  /**
   * Replaces each character that is not printable by one character.
   *
   * @param text any text
   * @return the text with a space for each control character and line separator, and a question
   *     mark for each other character that is not printable
   */
  public static String mask(CharSequence text) {
    StringBuilder masked = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean isBlank = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
              masked.appendCodePoint(isPrintable(c) ? c : isBlank ? ' ' : '?');
            });
    return masked.toString();
  }
}
