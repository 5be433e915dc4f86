package io.github.godotvariant.internal;

import java.util.Locale;

/** The names in the text of a path: {@code .word} or {@code ["any text"]}. */
public final class StepText {
  private static final int LONGEST_NAME = 64;

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
    StringBuilder step = new StringBuilder();
    append(step, cut(name));
    path.append(harmless(step));
  }

  /**
   * A name in quotes for a message: short and harmless, as it may come from strangers.
   *
   * @param name any text
   * @return its beginning
   */
  public static String quotedShort(String name) {
    return harmless(quoted(cut(name)));
  }

  private static String cut(String name) {
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name;
  }

  /**
   * A text with escapes for what a terminal would obey.
   *
   * @param text any text
   * @return the text without control and format characters, line separators and surrogates
   */
  public static String harmless(CharSequence text) {
    StringBuilder harmless = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        harmless.append("\\n");
      } else if (isHarmless(c)) {
        harmless.append(c);
      } else {
        harmless.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return harmless.toString();
  }

  private static boolean isHarmless(char c) {
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
}
