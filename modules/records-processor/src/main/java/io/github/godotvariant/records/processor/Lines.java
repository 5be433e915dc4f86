package io.github.godotvariant.records.processor;

/** The text of a generated class, line by line. */
final class Lines {
  private final StringBuilder text = new StringBuilder();
  private int indent;

  void line(String line) {
    text.append(line.isEmpty() ? "" : "  ".repeat(indent)).append(line).append('\n');
  }

  /** A line that ends with a brace. */
  void open(String line) {
    line(line);
    indent++;
  }

  void close() {
    close("}");
  }

  void close(String line) {
    indent--;
    line(line);
  }

  /** Returns if a condition holds. */
  void check(String condition, String result) {
    open("if (" + condition + ") {");
    line("return " + result + ";");
    close();
  }

  /** A text as a literal. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7F) {
        quoted.append(String.format("\\%03o", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
