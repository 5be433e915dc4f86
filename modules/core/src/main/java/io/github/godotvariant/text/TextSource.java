package io.github.godotvariant.text;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.TextPosition;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;

/**
 * Reads characters through a buffer, and knows their lines and columns. All characters of a token
 * stay in the buffer, which grows only if a token does not fit. Lines and columns are counted only
 * when a position is needed, or when characters leave the buffer.
 */
final class TextSource {
  static final int END = -1;
  static final Mark START = new Mark(0, 1, 1);

  /** The number of characters before the position that stay in the buffer, for messages. */
  static final int KEPT_BEFORE = 320;

  private static final int SIZE = 8192;
  private static final int SHOWN_BEFORE = 60;
  private static final int SHOWN_AFTER = 20;

  private final Reader reader;
  private final long limit;

  /**
   * The buffer. The unread characters are at the indexes from {@code pos}, inclusive, to {@code
   * end}, exclusive.
   */
  char[] buffer = new char[SIZE];

  int pos;
  int end;

  /**
   * The number of {@code char}s of the text that come before the first {@code char} in the buffer.
   */
  private long offset;

  /**
   * The index in {@link #buffer} of the first character of the token that must stay in the buffer;
   * -1 if there is no such token.
   */
  private int tokenStart = -1;

  /** The line and column of the character at the index {@code counted} in {@link #buffer}. */
  private final TextPosition position = new TextPosition();

  private int counted;

  TextSource(Reader reader, long limit) {
    this.reader = Objects.requireNonNull(reader, "text");
    this.limit = limit;
  }

  /** Returns the next character without reading it, or {@link #END}. */
  int peek() throws IOException {
    return pos < end || fill() ? buffer[pos] : END;
  }

  /** Reads the character that {@link #peek} has just returned. */
  void skip() {
    pos++;
  }

  /** Reads the next character, or returns {@link #END}. */
  int next() throws IOException {
    int c = peek();
    if (c != END) {
      skip();
    }
    return c;
  }

  private boolean fill() throws IOException {
    position();
    int first = Math.max(0, pos - KEPT_BEFORE);
    if (tokenStart >= 0) {
      first = Math.min(first, tokenStart);
      tokenStart -= first;
    }
    int length = pos - first;
    char[] target = length > buffer.length / 2 ? new char[2 * buffer.length] : buffer;
    System.arraycopy(buffer, first, target, 0, length);
    buffer = target;
    offset += first;
    pos = length;
    end = length;
    counted = length;
    int read;
    do {
      read = reader.read(buffer, end, buffer.length - end);
    } while (read == 0);
    if (read < 0) {
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

  /** {@return the number of {@code char}s that were read} */
  long count() {
    return offset + pos;
  }

  /** Starts a token at the position. Its characters stay in the buffer until {@link #endToken}. */
  void startToken() {
    tokenStart = pos;
  }

  /** Returns the characters since {@link #startToken}. */
  String token() {
    return new String(buffer, tokenStart, pos - tokenStart);
  }

  /** Returns the number of characters since {@link #startToken}. */
  int tokenLength() {
    return pos - tokenStart;
  }

  void endToken() {
    tokenStart = -1;
  }

  /** Returns the position of the next character. */
  TextPosition position() {
    for (; counted < pos; counted++) {
      position.advance(buffer[counted]);
    }
    return position;
  }

  /**
   * Returns the position {@code charsBack} characters before the next character. These characters
   * must be in the same line, and each must be a single {@code char}.
   */
  Mark mark(long charsBack) {
    return new Mark(count() - charsBack, position().line(), position.column() - charsBack);
  }

  /**
   * Creates an exception for a position, with the text around the position if the buffer still
   * contains this text.
   */
  MalformedTextException malformed(String problem, Mark mark, String path) {
    if (mark.offset < offset) {
      return new MalformedTextException(problem, mark.line, mark.column, path);
    }
    int index = (int) (mark.offset - offset);
    int first = index;
    while (first > 0 && index - first < SHOWN_BEFORE && buffer[first - 1] != '\n') {
      first--;
    }
    if (first < index && Character.isLowSurrogate(buffer[first])) {
      first++; // skips the second half of a surrogate pair
    }
    int last = index;
    while (last < end && last - index < SHOWN_AFTER && buffer[last] != '\n') {
      last++;
    }
    if (last - 1 > index && Character.isHighSurrogate(buffer[last - 1])) {
      last--;
    }
    String excerpt = new String(buffer, first, last - first);
    return new MalformedTextException(
        problem, mark.line, mark.column, path, excerpt, index - first);
  }

  /**
   * A position in the text for an error message.
   *
   * @param offset in {@code char}s from 0
   * @param line from 1
   * @param column from 1
   */
  record Mark(long offset, long line, long column) {}
}
