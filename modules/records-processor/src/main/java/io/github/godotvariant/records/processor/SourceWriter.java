package io.github.godotvariant.records.processor;

import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Collects the lines of a generated class and indents them. */
final class SourceWriter {
  private static final int MAX_LENGTH = 100;

  private final StringBuilder source = new StringBuilder();
  private final TypeNames names;
  private int indent;

  SourceWriter(TypeNames names) {
    this.names = names;
  }

  /**
   * Returns a text in which names of types are inserted, for example for a part of a line.
   *
   * @param template the text, as for {@link String#format}
   * @param parts the arguments of the template; for a class, an element or a type, its name is used
   */
  String text(String template, Object... parts) {
    return String.format(template, Stream.of(parts).map(this::part).toArray());
  }

  private Object part(Object part) {
    if (part instanceof Class<?> type) {
      return names.of(type);
    } else if (part instanceof TypeElement type) {
      return names.of(type);
    }
    return part instanceof TypeMirror type ? names.of(type) : part;
  }

  /**
   * Writes a line. Breaks a long line after an assignment or between arguments.
   *
   * @param template the line, as for {@link #text}
   */
  void line(String template, Object... parts) {
    writeLine(text(template, parts));
  }

  private void writeLine(String line) {
    int maxLength = MAX_LENGTH - 2 * indent;
    int end = line.length() <= maxLength ? -1 : line.indexOf(" = ") + 1;
    if (end == 0 && line.indexOf('"') < 0) {
      end = line.lastIndexOf(", ", maxLength - 1);
    }
    if (end > 0) {
      write(line.substring(0, end + 1));
      writeLine("    " + line.substring(end + 2));
    } else {
      write(line);
    }
  }

  private void write(String line) {
    source.append(line.isEmpty() ? "" : "  ".repeat(indent)).append(line).append('\n');
  }

  /** Writes a line and indents the lines after it. */
  void open(String template, Object... parts) {
    line(template, parts);
    indent++;
  }

  /** Ends the indentation and writes a closing brace. */
  void close() {
    dedent();
    write("}");
  }

  /** Ends the indentation. */
  void dedent() {
    indent--;
  }

  /** {@return a text as a string literal in Java} */
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
    return source.toString();
  }
}
