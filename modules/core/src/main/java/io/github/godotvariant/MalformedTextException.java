package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.TerminalWidth;

/** Signals that a text is not valid JSON, or not valid in the text notation of the engine. */
public final class MalformedTextException extends VariantException {
  private static final long serialVersionUID = 1L;

  /** The line number, from 1. */
  private final long line;

  /** The column number, from 1. */
  private final long column;

  /** The line with the error or a part of the line, without control characters. */
  private final String excerpt;

  /** Number of terminal cells before the error in the excerpt. */
  private final int caret;

  /**
   * Creates an exception with a position and the text of the line.
   *
   * @param problem the problem, without the position
   * @param line see {@link #line()}
   * @param column see {@link #column()}
   * @param path the path in the value, or empty
   * @param excerpt a part of the line
   * @param caret number of {@code char}s of the excerpt before the error
   * @throws IndexOutOfBoundsException if {@code caret} is negative or greater than the length of
   *     the excerpt
   */
  public MalformedTextException(
      String problem, long line, long column, String path, String excerpt, int caret) {
    super(problem, NO_OFFSET, path);
    this.line = line;
    this.column = column;
    this.excerpt = MessageText.mask(excerpt);
    this.caret = TerminalWidth.of(MessageText.mask(excerpt.substring(0, caret)));
  }

  /**
   * Creates an exception with a position but without the text of the line, for text that is no
   * longer available.
   *
   * @param problem the problem, without the position
   * @param line see {@link #line()}
   * @param column see {@link #column()}
   * @param path the path in the value, or empty
   */
  public MalformedTextException(String problem, long line, long column, String path) {
    this(problem, line, column, path, "", 0);
  }

  /** {@return the problem and its position} */
  @Override
  public String getMessage() {
    String path = path().isEmpty() ? "" : ", " + shortPath();
    return problem() + ", at line " + line + ", column " + column + path;
  }

  /**
   * Returns the number of the line with the error. Lines end with a line feed.
   *
   * @return the line number, from 1
   */
  public long line() {
    return line;
  }

  /**
   * Returns the position of the error in the line.
   *
   * <p>For JSON, the column can come from the JSON parser, which may count {@code char}s instead.
   * This happens if the caller supplied the parser. The second case is a text from a stream, if the
   * error is more than 32,768 characters before the last character read. An example is an error at
   * the start of a long string.
   *
   * @return the column in characters (code points), from 1
   */
  public long column() {
    return column;
  }

  /**
   * Returns two lines to print: the line with the error, or the part of the line around the error,
   * and a caret below the error. The caret position is for a terminal, where many characters are
   * two cells wide and some have no width. Control characters are replaced with spaces. Format
   * characters and halves of surrogate pairs are replaced with question marks.
   *
   * @return two lines, the first ending with a line feed; the first line is empty if the exception
   *     was created without the text of the line
   */
  public String caretLines() {
    return excerpt + "\n" + " ".repeat(caret) + "^";
  }
}
