package io.github.godotvariant;

import io.github.godotvariant.internal.Harmless;
import java.util.Objects;

/**
 * What this library throws when data is not as it should be. Six causes, one subclass each: the
 * bytes are malformed, or a text is, a limit is exceeded, there is what the reader may not take, a
 * value cannot be expressed in a dialect, or a value has another type than was asked for.
 *
 * <p>Where there is one, the byte offset counts from the start of the input that was handed over,
 * and the path names the place in the value, as {@link VariantPath} writes it. Both are part of the
 * message, which is one line of bounded length and holds no control or format characters, whatever
 * the data.
 */
public abstract sealed class VariantException extends RuntimeException
    permits MalformedVariantException,
        MalformedTextException,
        VariantLimitException,
        ForbiddenVariantException,
        InexpressibleVariantException,
        VariantTypeException {
  private static final long serialVersionUID = 1L;

  /** The offset where there is none. */
  public static final long NO_OFFSET = -1;

  private static final int LONGEST_PATH = 400;
  private static final int HALF_PATH = 120;

  /** Bytes from the start of the input. */
  private final long byteOffset;

  /** The place in the value. */
  private final String path;

  VariantException(String problem, long byteOffset, String path) {
    super(problem);
    this.byteOffset = byteOffset;
    this.path = path;
  }

  /** The problem and its place; put together when asked for, as hostile input may cause many. */
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

  /**
   * What is wrong, without the place.
   *
   * @return a short text
   */
  public String problem() {
    // Foreign text is made harmless when somebody asks, as hostile input may cause many of these.
    return Harmless.line(Objects.requireNonNull(super.getMessage()));
  }

  /**
   * Where in the input the trouble is.
   *
   * @return bytes from the start, or {@link #NO_OFFSET}
   */
  public long byteOffset() {
    return byteOffset;
  }

  /**
   * Where in the value the trouble is. A path that begins with {@code $} starts at the whole value
   * that was read or written. One without it is about a getter, and starts at the dictionary or
   * array that was asked, which does not know where it stands itself: {@code .hp}, {@code ["a b"]},
   * {@code [3]}. {@link VariantPath#parse} reads both.
   *
   * @return a path such as {@code $.player.items[3]} or {@code .hp}; empty if there is none. Long
   *     names in it are cut
   */
  public String path() {
    return Harmless.escaped(path);
  }

  /**
   * The path for messages: of a long one, as hostile input makes them, only the first and the last
   * steps.
   *
   * @return a path such as {@code $[0][0] … [0][0]}; empty if there is none
   */
  public String shortPath() {
    String path = path();
    if (path.length() <= LONGEST_PATH) {
      return path;
    }
    int first = 0; // where the second step starts
    int head = 0;
    int tail = 0;
    int last = 0;
    for (int at = 1; at < path.length(); at = endOfStep(path, at)) {
      first = at > 1 && first == 0 ? at : first;
      head = at <= HALF_PATH ? at : head;
      tail = tail == 0 && at >= path.length() - HALF_PATH ? at : tail;
      last = at;
    }
    head = Math.max(head, first);
    tail = tail == 0 ? last : tail;
    return head < tail ? path.substring(0, head) + " … " + path.substring(tail) : path;
  }

  /** Where the next step starts, or the end: behind a name, or behind a bracket and its quotes. */
  private static int endOfStep(String path, int from) {
    boolean quoted = false;
    boolean inBracket = false;
    for (int at = from; at < path.length(); at++) {
      char c = path.charAt(at);
      if (quoted && c == '\\') {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ']') {
        inBracket = false;
      } else if (!quoted && !inBracket && (c == '[' || c == '.' || c == '{')) {
        if (at > from) {
          return at;
        }
        inBracket = c == '[';
      }
    }
    return path.length();
  }
}
