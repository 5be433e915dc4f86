package io.github.godotvariant.text;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.TextPosition;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Characters one after the other, in a buffer of constant size, and where they stand. */
final class TextSource {
  static final int END = -1;
  static final Mark START = new Mark(0, 1, 1);

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

  private final TextPosition position = new TextPosition();

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
    position.advance(buffer[pos++]);
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

  /** How many {@code char}s are behind us. */
  long count() {
    return offset + pos;
  }

  /** Where the next character stands. */
  TextPosition position() {
    return position;
  }

  /** A place so many characters back in this line, each of which is one {@code char}. */
  Mark mark(long back) {
    return new Mark(count() - back, position.line(), position.column() - back);
  }

  /** Something is wrong at a place. The text around it is shown if it is still there. */
  MalformedTextException malformed(String problem, Mark mark, String path) {
    if (mark.offset < offset) {
      return new MalformedTextException(problem, mark.line, mark.column, path);
    }
    int at = (int) (mark.offset - offset);
    int first = at;
    while (first > 0 && at - first < SHOWN_BEFORE && buffer[first - 1] != '\n') {
      first--;
    }
    if (first < at && Character.isLowSurrogate(buffer[first])) {
      first++; // half of a character that is cut off
    }
    int last = at;
    while (last < end && last - at < SHOWN_AFTER && buffer[last] != '\n') {
      last++;
    }
    if (last - 1 > at && Character.isHighSurrogate(buffer[last - 1])) {
      last--;
    }
    String excerpt = new String(buffer, first, last - first);
    return new MalformedTextException(problem, mark.line, mark.column, path, excerpt, at - first);
  }

  /**
   * A place in the text that may turn out to be wrong.
   *
   * @param offset in {@code char}s from 0
   * @param line from 1
   * @param column from 1
   */
  record Mark(long offset, long line, long column) {}
}
