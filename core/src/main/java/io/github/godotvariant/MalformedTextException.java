package io.github.godotvariant;

/** A text is not what its form says a value is. */
public final class MalformedTextException extends VariantException {
  private static final long serialVersionUID = 1L;

  /** From 1. */
  private final long line;

  /** From 1. */
  private final long column;

  /**
   * With a place.
   *
   * @param problem what is wrong, without the place
   * @param line the line in the text, from 1
   * @param column the column in the line, from 1
   * @param path the place in the value, or empty
   */
  public MalformedTextException(String problem, long line, long column, String path) {
    super(problem, NO_OFFSET, path);
    this.line = line;
    this.column = column;
  }

  /** The problem and its place. */
  @Override
  public String getMessage() {
    String place = ", at line " + line + ", column " + column;
    return problem() + place + (path().isEmpty() ? "" : ", " + path());
  }

  /**
   * The line of the trouble.
   *
   * @return from 1
   */
  public long line() {
    return line;
  }

  /**
   * The column of the trouble, in its line.
   *
   * @return from 1
   */
  public long column() {
    return column;
  }
}
