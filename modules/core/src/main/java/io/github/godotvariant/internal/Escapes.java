package io.github.godotvariant.internal;

/** What stands behind a backslash in a text in quotes, in Godot's notation. */
public final class Escapes {
  private static final int REPLACEMENT = 0xFFFD;

  private Escapes() {}

  /**
   * The character that a letter means.
   *
   * @param letter any character but {@code u} and {@code U}, before which digits come
   * @return for example a line's end for {@code n}; the same character for one that means itself
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
   * How many hexadecimal digits follow a letter in Godot 4.
   *
   * @param letter any character
   * @return 4, 6, or 0 if the letter is no number's
   */
  public static int digits(int letter) {
    return letter == 'u' ? 4 : letter == 'U' ? 6 : 0;
  }

  /**
   * The value of a hexadecimal digit.
   *
   * @param c any character, or -1 for none
   * @return below 0 if it is none
   */
  public static int hexadecimal(int c) {
    return c > 'f' ? -1 : Character.digit(c, 16);
  }

  /**
   * The character that a number means in Godot 4.
   *
   * @param number what the digits say
   * @return the number, or the replacement character for one that no text can have
   */
  public static int codePoint(int number) {
    return number == 0 || number > Character.MAX_CODE_POINT ? REPLACEMENT : number;
  }
}
