package io.github.godotvariant.internal;

/** The names in the text of a path: {@code .word} or {@code ["any text"]}. */
public final class StepText {
  private StepText() {}

  /**
   * Whether a character may stand in a name without quotes.
   *
   * @param c any character, or -1 for none
   * @return true for letters, digits and the underscore
   */
  public static boolean isWord(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /**
   * Whether a name needs no quotes.
   *
   * @param name any text
   * @return false for the empty one as well
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
   * A name in a path that is read back.
   *
   * @param path gets the step
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
   * A name in a path for a message: short and harmless, as it may come from strangers.
   *
   * @param path gets the step
   * @param name any text
   */
  public static void appendShort(StringBuilder path, String name) {
    if (name.length() <= Harmless.LONGEST && isWord(name)) {
      path.append('.').append(name);
    } else {
      path.append('[').append(quotedShort(name)).append(']');
    }
  }

  /**
   * A name in quotes for a message: short and harmless, as it may come from strangers.
   *
   * @param name any text
   * @return its beginning
   */
  public static String quotedShort(String name) {
    String start =
        name.length() <= Harmless.LONGEST ? name : name.substring(0, Harmless.LONGEST + 1);
    String inside = quoted(start);
    return '"' + Harmless.shown(inside.substring(1, inside.length() - 1)) + '"';
  }
}
