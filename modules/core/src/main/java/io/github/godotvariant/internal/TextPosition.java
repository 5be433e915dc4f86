package io.github.godotvariant.internal;

/**
 * A line and a column in a text for messages. Both start at 1. A line ends with a line feed, and a
 * surrogate pair is one column.
 */
public final class TextPosition {
  private long line;
  private long column;

  /** Creates a position at the start of a text. */
  public TextPosition() {
    this(1, 1);
  }

  /** Creates a position at a line and a column, both from 1. */
  public TextPosition(long line, long column) {
    this.line = line;
    this.column = column;
  }

  /** Creates a copy. */
  public TextPosition(TextPosition other) {
    this(other.line, other.column);
  }

  /** Advances by one {@code char}. The second half of a surrogate pair has no column. */
  public void advance(char c) {
    if (c == '\n') {
      line++;
      column = 1;
    } else if (!Character.isLowSurrogate(c)) {
      column++;
    }
  }

  /** Advances by the first {@code length} chars of a text, or by all if the text is shorter. */
  public void advance(CharSequence text, long length) {
    for (int i = 0; i < Math.min(length, text.length()); i++) {
      advance(text.charAt(i));
    }
  }

  /** {@return the line, from 1} */
  public long line() {
    return line;
  }

  /** {@return the column, from 1} */
  public long column() {
    return column;
  }

  /** {@return the position for messages, such as {@code line 2, column 5}} */
  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
