package io.github.godotvariant.text;

import io.github.godotvariant.VariantLimitException;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Characters one after the other, in a buffer of constant size, and where they stand. */
final class TextSource {
  static final int END = -1;

  /** What is kept of the text before the position, for messages. */
  static final int BEFORE = 320;

  private static final int SIZE = 8192;
  private static final int SHOWN_BEFORE = 60;
  private static final int SHOWN_AFTER = 20;

  private final @Nullable Reader reader;
  private final @Nullable CharSequence text;
  private final long limit;

  /** The characters from {@code pos} to {@code end} come next. */
  char[] buffer = new char[SIZE];

  int pos;
  int end;

  /** Where the buffer begins in the text. */
  private long offset;

  private long line = 1;
  private long lineStart;

  TextSource(CharSequence text, long limit) {
    this.reader = null;
    this.text = Objects.requireNonNull(text, "text");
    this.limit = limit;
  }

  TextSource(Reader reader, long limit) {
    this.reader = Objects.requireNonNull(reader, "text");
    this.text = null;
    this.limit = limit;
  }

  /** The next character, which stays the next one, or {@link #END}. */
  int peek() throws IOException {
    return pos < end || fill() ? buffer[pos] : END;
  }

  /** Steps over a character that was peeked at. */
  void skip() {
    if (buffer[pos++] == '\n') {
      line++;
      lineStart = offset + pos;
    }
  }

  /** The next character, which is then behind us, or {@link #END}. */
  int next() throws IOException {
    int c = peek();
    if (c != END) {
      skip();
    }
    return c;
  }

  private boolean fill() throws IOException {
    int kept = Math.min(BEFORE, pos);
    System.arraycopy(buffer, pos - kept, buffer, 0, kept);
    offset += pos - kept;
    pos = kept;
    end = kept;
    int read;
    if (reader != null) {
      do {
        read = reader.read(buffer, end, SIZE - end);
      } while (read == 0);
    } else {
      read = copy(Objects.requireNonNull(text));
    }
    if (read <= 0) {
      return false;
    }
    end += read;
    if (offset + end > limit) {
      throw new VariantLimitException(
          "text longer than the limit of " + limit + " characters",
          VariantLimitException.NO_OFFSET,
          "");
    }
    return true;
  }

  private int copy(CharSequence from) {
    int start = (int) (offset + end);
    int count = Math.min(SIZE - end, from.length() - start);
    if (from instanceof String string) {
      string.getChars(start, start + Math.max(0, count), buffer, end);
    } else {
      for (int i = 0; i < count; i++) {
        buffer[end + i] = from.charAt(start + i);
      }
    }
    return count;
  }

  /** Where the trouble is, so many characters back in this line. */
  Spot spot(int back) {
    int at = pos - back;
    int first = at;
    while (first > 0 && at - first < SHOWN_BEFORE && buffer[first - 1] != '\n') {
      first--;
    }
    int last = at;
    while (last < end && last - at < SHOWN_AFTER && buffer[last] != '\n') {
      last++;
    }
    return new Spot(
        line, offset + at - lineStart + 1, new String(buffer, first, last - first), at - first);
  }

  /**
   * A place in the text, for a message.
   *
   * @param line from 1
   * @param column from 1
   * @param excerpt a part of the line
   * @param caret where in the excerpt the place is
   */
  record Spot(long line, long column, String excerpt, int caret) {}
}
