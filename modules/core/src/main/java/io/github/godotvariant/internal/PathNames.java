package io.github.godotvariant.internal;

/** Creates the text of names in paths: {@code .word} or {@code ["any text"]}. */
public final class PathNames {
  private PathNames() {}

  /**
   * Returns whether a name without quotes can contain a character.
   *
   * @param c any character, or -1 for the end of the text
   * @return true for letters, digits and the underscore
   */
  public static boolean isWord(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /**
   * Returns whether a name needs no quotes.
   *
   * @param name any text
   * @return true if the name is not empty and contains only letters, digits and underscores
   */
  public static boolean isWord(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isWord(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /**
   * Appends a name to a path. The complete name can be parsed again.
   *
   * @param path the text to append to
   * @param name any text
   */
  public static void append(StringBuilder path, String name) {
    if (isWord(name)) {
      path.append('.').append(name);
    } else {
      path.append('[').append(quoted(name)).append(']');
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * Appends a name to a path in a message. The name can be untrusted: it is shortened and escaped.
   *
   * @param path the text to append to
   * @param name any text
   */
  public static void appendShort(StringBuilder path, String name) {
    if (name.length() <= MessageText.MAX_LENGTH && isWord(name)) {
      path.append('.').append(name);
    } else {
      path.append('[').append(quotedShort(name)).append(']');
    }
  }

  /**
   * Returns a name in quotes for a message. The name can be untrusted: it is shortened and escaped.
   *
   * @param name any text
   * @return the start of the name in quotes
   */
  public static String quotedShort(String name) {
    return quotedShort(name, MessageText.MAX_LENGTH);
  }

  /**
   * Returns a text in quotes for a message. The text can be untrusted: it is shortened and escaped.
   *
   * @param text any text
   * @param maxLength the number of chars after which the text and its escaped form are cut
   * @return the start of the text in quotes, with an ellipsis before the last quote if it was cut
   */
  public static String quotedShort(String text, int maxLength) {
    String start = text.length() <= maxLength ? text : text.substring(0, maxLength + 1);
    String inside = quoted(start);
    return '"' + MessageText.escape(inside.substring(1, inside.length() - 1), maxLength) + '"';
  }
}
