package io.github.godotvariant;

import io.github.godotvariant.internal.Cells;
import io.github.godotvariant.internal.Harmless;

/** A text is not what its form says a value is: the engine's notation, or JSON. */
public final class MalformedTextException extends VariantException {
  private static final long serialVersionUID = 1L;

  /** From 1. */
  private final long line;

  /** From 1. */
  private final long column;

  /** A part of the line. */
  private final String excerpt;

  /** How many cells of a terminal are before the trouble. */
  private final int caret;

  /**
   * With a place.
   *
   * @param problem what is wrong, without the place
   * @param line see {@link #line()}
   * @param column see {@link #column()}
   * @param path the place in the value, or empty
   * @param excerpt a part of the line
   * @param caret how many chars of the excerpt are before the trouble
   */
  public MalformedTextException(
      String problem, long line, long column, String path, String excerpt, int caret) {
    super(problem, NO_OFFSET, path);
    this.line = line;
    this.column = column;
    this.excerpt = Harmless.masked(excerpt);
    this.caret = Cells.of(Harmless.masked(excerpt.substring(0, caret)));
  }

  /**
   * With a place, but without the line, where the text is not at hand any more.
   *
   * @param problem what is wrong, without the place
   * @param line see {@link #line()}
   * @param column see {@link #column()}
   * @param path the place in the value, or empty
   */
  public MalformedTextException(String problem, long line, long column, String path) {
    this(problem, line, column, path, "", 0);
  }

  /** The problem and its place. */
  @Override
  public String getMessage() {
    String path = path().isEmpty() ? "" : ", " + shortPath();
    return problem() + ", at line " + line + ", column " + column + path;
  }

  /**
   * The line where the trouble is. Lines end with a line feed.
   *
   * @return a number from 1 on
   */
  public long line() {
    return line;
  }

  /**
   * Where in the line the trouble is.
   *
   * @return a number of characters (code points) from 1 on; in JSON the parser's own number, which
   *     may be one of {@code char}s, where the parser was handed over or the place is more than
   *     32,768 characters before what was read last from a stream, as that of a long text may be
   */
  public long column() {
    return column;
  }

  /**
   * The line, or the part of it around the trouble, and a second line with a caret below the
   * trouble, as a terminal shows them, where many characters are two cells wide and some none. Of
   * what a terminal would obey, control characters are shown as spaces, and format characters and
   * halves of surrogate pairs as question marks.
   *
   * @return two lines, the first ending with a line feed, and empty if the line was not kept
   */
  public String caretLines() {
    return excerpt + "\n" + " ".repeat(caret) + "^";
  }
}
