package io.github.godotvariant;

import java.util.Objects;

/**
 * What this library throws when data is not as it should be. Five causes, one subclass each: the
 * bytes are malformed, or a text is, a limit is exceeded, a value cannot be expressed in a dialect,
 * or a value has another type than was asked for.
 *
 * <p>Where there is one, the byte offset counts from the start of the input that was handed over,
 * and the path names the place in the value, as {@link VariantPath} writes it. Both are part of the
 * message.
 */
public abstract sealed class VariantException extends RuntimeException
    permits MalformedVariantException,
        MalformedTextException,
        VariantLimitException,
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
    return Objects.requireNonNull(super.getMessage());
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
   * Where in the value the trouble is.
   *
   * @return a path such as {@code $.player.items[3]}; empty if there is none
   */
  public String path() {
    return path;
  }

  /**
   * The path for messages: of a long one, as hostile input makes them, only the first and the last
   * steps.
   *
   * @return a path such as {@code $[0][0] … [0][0]}; empty if there is none
   */
  public String shortPath() {
    if (path.length() <= LONGEST_PATH) {
      return path;
    }
    int head = HALF_PATH;
    while (!startsStep(head)) {
      head--;
    }
    int tail = path.length() - HALF_PATH;
    while (tail < path.length() && !startsStep(tail)) {
      tail++;
    }
    return path.substring(0, head) + " … " + path.substring(tail);
  }

  /** Whether a step begins at a place, or something that looks like one in a name. */
  private boolean startsStep(int at) {
    return at == 0 || path.charAt(at) == '[' || path.charAt(at) == '.';
  }
}
