package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import java.util.Objects;

/**
 * The base class of the exceptions that report bad data. Each subclass represents one cause:
 *
 * <ul>
 *   <li>malformed bytes
 *   <li>malformed text
 *   <li>an exceeded limit
 *   <li>full objects that the reader does not allow
 *   <li>a value that a dialect or text format cannot express
 *   <li>a value that is missing, or has another type or range than requested
 * </ul>
 *
 * <p>The byte offset, if present, counts from the start of the input or output. The path is the
 * position in the value, in the syntax of {@link VariantPath}. The offset and the path are part of
 * the message. For any data, the message is one line of limited length without control or format
 * characters.
 */
public abstract sealed class VariantException extends RuntimeException
    permits MalformedVariantException,
        MalformedTextException,
        VariantLimitException,
        ForbiddenVariantException,
        InexpressibleVariantException,
        VariantTypeException {
  private static final long serialVersionUID = 1L;

  /** The result of {@link #byteOffset()} if the exception has no offset. */
  public static final long NO_OFFSET = -1;

  private static final int MAX_PATH_LENGTH = 400;
  private static final int HALF_PATH = 120;

  /** The number of bytes from the start of the input or output, or {@link #NO_OFFSET}. */
  private final long byteOffset;

  /** The path of the value with the problem, not escaped; empty if there is no path. */
  private final String path;

  VariantException(String problem, long byteOffset, String path) {
    super(problem);
    this.byteOffset = byteOffset;
    this.path = path;
  }

  /**
   * Returns the problem and its position. Each call builds the text. The constructor does not build
   * the text, because hostile input can cause many exceptions whose text is never needed.
   *
   * @return one line
   */
  @Override
  public String getMessage() {
    StringBuilder text = new StringBuilder(problem());
    if (byteOffset != NO_OFFSET) {
      text.append(", at byte ").append(byteOffset);
    }
    if (!path.isEmpty()) {
      text.append(", ").append(shortPath());
    }
    return text.toString();
  }

  /** {@return a short description of the problem, without the position} */
  public String problem() {
    // The text is escaped here, not in the constructor, because hostile input can cause many
    // exceptions.
    return MessageText.line(Objects.requireNonNull(super.getMessage()));
  }

  /**
   * Returns the position of the problem in the input or output.
   *
   * @return bytes from the start of the input or output, or {@link #NO_OFFSET}
   */
  public long byteOffset() {
    return byteOffset;
  }

  /**
   * Returns the position of the problem in the value. A path with a leading {@code $} starts at the
   * root value that was read or written. A path without {@code $} comes from a getter of a
   * dictionary or array, and starts at this dictionary or array: {@code .hp}, {@code ["a b"]},
   * {@code [3]}. {@link VariantPath#parse} accepts paths with and without {@code $}.
   *
   * @return a path such as {@code $.player.items[3]} or {@code .hp}; empty if there is no path.
   *     Long names are shortened
   */
  public String path() {
    return MessageText.escape(path);
  }

  /**
   * Returns the path for a message. A long path is shortened to its first and last steps.
   *
   * @return a path such as {@code $[0][0] … [0][0]}; empty if there is no path
   */
  public String shortPath() {
    String path = path();
    if (path.length() <= MAX_PATH_LENGTH) {
      return path;
    }
    int first = 0; // the start of the second step
    int head = 0; // the end of the first part that is shown
    int tail = 0; // the start of the last part that is shown
    int last = 0; // the start of the last step
    for (int index = 1; index < path.length(); index = endOfStep(path, index)) {
      first = index > 1 && first == 0 ? index : first;
      head = index <= HALF_PATH ? index : head;
      tail = tail == 0 && index >= path.length() - HALF_PATH ? index : tail;
      last = index;
    }
    head = Math.max(head, first);
    tail = tail == 0 ? last : tail;
    return head < tail ? path.substring(0, head) + " … " + path.substring(tail) : path;
  }

  /**
   * Returns the index after the step that starts at {@code from}. This is the start of the next
   * step, or the length of the path. A step ends after a name or after a closing bracket.
   */
  private static int endOfStep(String path, int from) {
    boolean isQuoted = false;
    boolean isInBrackets = false;
    for (int index = from; index < path.length(); index++) {
      char c = path.charAt(index);
      if (isQuoted && c == '\\') {
        index++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && c == ']') {
        isInBrackets = false;
      } else if (!isQuoted && !isInBrackets && (c == '[' || c == '.' || c == '{')) {
        if (index > from) {
          return index;
        }
        isInBrackets = c == '[';
      }
    }
    return path.length();
  }
}
