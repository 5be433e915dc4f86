package io.github.godotvariant.cli.terminal;

import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.TerminalWidth;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntPredicate;

/** Formats text for a terminal: escapes characters, aligns columns, and formats numbers. */
public final class Text {
  private Text() {}

  /** The byte order mark, which some editors write before a text. */
  public static final String MARK = "\uFEFF";

  /**
   * Decodes UTF-8.
   *
   * @throws CharacterCodingException if the bytes are not UTF-8
   */
  public static String utf8(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /** {@return a text without a byte order mark at its start} */
  public static String withoutMark(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }

  /** {@return a text in one line, with escapes for control and format characters} */
  public static String printable(String text) {
    return isPlain(text)
        ? text
        : escaped(
            text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t"),
            c -> !isPrintable(c));
  }

  /** Returns whether all characters of a text are printable ASCII. Such text needs no escapes. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  /** Returns a text with Unicode escapes for the characters that {@code isEscaped} accepts. */
  private static String escaped(String text, IntPredicate isEscaped) {
    if (text.codePoints().noneMatch(isEscaped)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isEscaped.test(c)) {
                appendEscaped(escaped, c);
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  /** Appends a character as one or two Unicode escapes. */
  public static void appendEscaped(StringBuilder text, int c) {
    for (char unit : Character.toChars(c)) {
      text.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
    }
  }

  /**
   * {@return whether a character can occur in a text file} Control characters cannot, except for
   * line ends and tabs. Binary values contain such characters, for example zeros.
   */
  public static boolean isTextual(int c) {
    return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c);
  }

  /** {@return whether a terminal displays a character without any other effect} */
  public static boolean isPrintable(int c) {
    return MessageText.isPrintable(c);
  }

  /**
   * Returns JSON with escapes for control and format characters and for lone surrogates. Line ends
   * outside strings stay. A JSON parser reads the same value.
   */
  public static String json(String json) {
    return escaped(json, c -> c >= 0x7F && !isPrintable(c));
  }

  /** {@return a number with its noun, such as {@code 1 entry} or {@code 1,204 bytes}} */
  public static String count(long number, String noun) {
    String plural = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
  }

  /** {@return the number of terminal cells that a text needs} */
  public static int width(String text) {
    return isPlain(text) ? text.length() : TerminalWidth.of(text);
  }

  /** {@return the spaces that fill a text up to a width in cells} */
  public static String blanks(String text, int width) {
    return " ".repeat(Math.max(0, width - width(text)));
  }

  /** {@return a text with spaces after it, up to a width in cells} */
  public static String left(String text, int width) {
    return text + blanks(text, width);
  }

  /** {@return a text with spaces before it, up to a width in cells} */
  public static String right(String text, int width) {
    return blanks(text, width) + text;
  }
}
