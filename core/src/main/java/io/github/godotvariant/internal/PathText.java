package io.github.godotvariant.internal;

/** Names in the text of a place in a value: short and harmless, as they may come from strangers. */
public final class PathText {
  private static final int LONGEST_NAME = 64;

  private PathText() {}

  /**
   * Appends the step to an entry or property with a name.
   *
   * @param text what to append to
   * @param name any text; a long one is cut, control characters are escaped
   */
  public static void name(StringBuilder text, String name) {
    boolean cut = name.length() > LONGEST_NAME;
    String shown = cut ? name.substring(0, LONGEST_NAME) + "…" : name;
    boolean word = !cut && !shown.isEmpty();
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      word &= c == '_' || Character.isLetterOrDigit(c);
    }
    if (word) {
      text.append('.').append(shown);
      return;
    }
    text.append("[\"");
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c == '\n') {
        text.append("\\n");
      } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append("\"]");
  }
}
