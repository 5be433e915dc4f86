package io.github.godotvariant.text;

/**
 * The line and the column of a place in a text, as all messages count them: lines end with a line
 * feed, and a column is a character, be it one {@code char} or two.
 */
public final class TextPosition {
  private long line;
  private long column;

  /** The start of a text. */
  public TextPosition() {
    this(1, 1);
  }

  /**
   * A place that something else has counted.
   *
   * @param line from 1
   * @param column from 1
   */
  public TextPosition(long line, long column) {
    this.line = line;
    this.column = column;
  }

  /**
   * The same place as another.
   *
   * @param other stays where it is
   */
  public TextPosition(TextPosition other) {
    this(other.line, other.column);
  }

  /**
   * Goes behind a {@code char}.
   *
   * @param c what stands here; the second half of a pair belongs to the character of the first
   */
  public void pass(char c) {
    if (c == '\n') {
      line++;
      column = 1;
    } else if (!Character.isLowSurrogate(c)) {
      column++;
    }
  }

  /**
   * Goes behind the beginning of a text.
   *
   * @param text what stands here
   * @param length how much of it is passed; if it has less, all of it
   */
  public void pass(CharSequence text, long length) {
    for (int i = 0; i < Math.min(length, text.length()); i++) {
      pass(text.charAt(i));
    }
  }

  /**
   * The line.
   *
   * @return a number from 1 on
   */
  public long line() {
    return line;
  }

  /**
   * The column.
   *
   * @return a number from 1 on
   */
  public long column() {
    return column;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
