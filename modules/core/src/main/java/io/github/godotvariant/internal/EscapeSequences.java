package io.github.godotvariant.internal;

/** The escape sequences of quoted text in Godot's notation. */
public final class EscapeSequences {
  private static final int REPLACEMENT = 0xFFFD;

  private EscapeSequences() {}

  /**
   * Returns the character for the letter of an escape sequence.
   *
   * @param letter any character except {@code u} and {@code U}, which digits follow
   * @return the character, for example a line feed for {@code n}; the letter itself if it has no
   *     special meaning
   */
  public static int character(int letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      default -> letter;
    };
  }

  /**
   * Returns the number of hexadecimal digits after the letter of an escape sequence in Godot 4.
   *
   * @param letter any character
   * @return 4 for {@code u}, 6 for {@code U}, otherwise 0
   */
  public static int digits(int letter) {
    return letter == 'u' ? 4 : letter == 'U' ? 6 : 0;
  }

  /**
   * Returns the value of a hexadecimal digit.
   *
   * @param c any character, or -1 for the end of the text
   * @return 0 to 15, or -1 if the character is not a hexadecimal digit
   */
  public static int hexadecimal(int c) {
    return c > 'f' ? -1 : Character.digit(c, 16);
  }

  /**
   * Returns the code point for the number of an escape sequence in Godot 4.
   *
   * @param number the number from the digits
   * @return the number; the replacement character if it is 0 or not a code point
   */
  public static int codePoint(int number) {
    return number == 0 || number > Character.MAX_CODE_POINT ? REPLACEMENT : number;
  }
}
