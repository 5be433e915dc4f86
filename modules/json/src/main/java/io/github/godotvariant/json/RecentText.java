package io.github.godotvariant.json;

import io.github.godotvariant.internal.TextPosition;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * A reader that passes a text to Jackson and keeps its last part. Jackson reports the index of the
 * {@code char} with an error; this class computes the line and column from that index.
 */
final class RecentText extends Reader {
  /** Minimum number of characters that are kept. */
  private static final int KEPT = 1 << 15;

  private final Reader text;
  private final StringBuilder recent = new StringBuilder();

  /** Where the part that is kept begins. */
  private final TextPosition start = new TextPosition();

  private long before;

  RecentText(Reader text) {
    this.text = text;
  }

  @Override
  public int read(char[] target, int from, int count) throws IOException {
    int read = text.read(target, from, count);
    if (read > 0) {
      if (recent.length() > 2 * KEPT) {
        int gone = recent.length() - KEPT;
        start.advance(recent, gone);
        recent.delete(0, gone);
        before += gone;
      }
      recent.append(target, from, read);
    }
    return read;
  }

  /** Returns the position after {@code count} characters, or null if that part was dropped. */
  @Nullable TextPosition positionAfter(long count) {
    if (count < before) {
      return null;
    }
    TextPosition position = new TextPosition(start);
    position.advance(recent, count - before);
    return position;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
