package io.github.godotvariant.records.processor;

/** The indented lines of a generated class. */
final class SourceWriter {
  private static final int MAX_LENGTH = 100;

  private final StringBuilder text = new StringBuilder();
  private int indent;

  /** Writes a line. Breaks a long line after an assignment or between arguments. */
  void line(String line) {
    int maxLength = MAX_LENGTH - 2 * indent;
    int end = line.length() <= maxLength ? -1 : line.indexOf(" = ") + 1;
    if (end == 0 && line.indexOf('"') < 0) {
      end = line.lastIndexOf(", ", maxLength - 1);
    }
    if (end > 0) {
      write(line.substring(0, end + 1));
      line("    " + line.substring(end + 2));
    } else {
      write(line);
    }
  }

  private void write(String line) {
    text.append(line.isEmpty() ? "" : "  ".repeat(indent)).append(line).append('\n');
  }

  /** Writes a line and indents the lines after it. */
  void open(String line) {
    line(line);
    indent++;
  }

  void close() {
    close("}");
  }

  /** Ends the indentation and writes a line. */
  void close(String line) {
    dedent();
    line(line);
  }

  /** Ends the indentation. */
  void dedent() {
    indent--;
  }

  /** {@return a text as a Java literal} */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7F) {
        quoted.append(String.format("\\%03o", (int) c));
      } else if (c > 0x7F) {
        quoted.append(String.format("\\u%04x", (int) c));
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
