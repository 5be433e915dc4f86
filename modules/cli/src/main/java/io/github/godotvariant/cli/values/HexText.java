package io.github.godotvariant.cli.values;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Converts hex digits to bytes, and bytes to hex digits. The digits to convert can be in upper or
 * lower case, with white space between them.
 */
public final class HexText {
  private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

  private HexText() {}

  /**
   * Converts hex digits to bytes.
   *
   * @throws CliException if the text has other characters, an odd number of digits, or none
   */
  public static byte[] parse(String text) {
    byte[] bytes = new byte[(text.length() + 1) / 2];
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit >= 0) {
        bytes[digits / 2] |= (byte) (digits % 2 == 0 ? digit << 4 : digit);
        digits++;
      } else if (!Character.isWhitespace(c)) {
        String wrong = Character.toString(text.codePointAt(i));
        throw CliException.badData(
            "not hex: '" + Text.printable(wrong) + "' at character " + (i + 1));
      }
    }
    CliException.rejectData(digits == 0, "no hex digits");
    CliException.rejectData(digits % 2 != 0, "not hex: an odd number of digits, " + digits);
    return Arrays.copyOf(bytes, digits / 2);
  }

  /**
   * {@return the hex digits of {@code length} bytes from {@code offset} on, but of at most {@code
   * maxLength} bytes} An ellipsis replaces the other bytes.
   */
  public static String formatStart(byte[] bytes, int offset, int length, int maxLength) {
    return SPACED.formatHex(bytes, offset, offset + Math.min(maxLength, length))
        + (length > maxLength ? " …" : "");
  }
}
