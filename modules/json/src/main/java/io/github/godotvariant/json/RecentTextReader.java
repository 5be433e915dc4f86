package io.github.godotvariant.json;

import io.github.godotvariant.internal.TextPosition;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Passes text to Jackson, and keeps the most recent part. For an error, Jackson reports the index
 * of a {@code char}, and this class computes the line and column from the index.
 */
final class RecentTextReader extends Reader {
  /** The minimum number of characters that are kept. */
  private static final int MIN_KEPT = 1 << 15;

  private final Reader text;
  private final StringBuilder recent = new StringBuilder();

  /** The position of the first character that is kept. */
  private final TextPosition start = new TextPosition();

  private long droppedCount;

  RecentTextReader(Reader text) {
    this.text = text;
  }

  @Override
  public int read(char[] target, int from, int count) throws IOException {
    int read = text.read(target, from, count);
    if (read > 0) {
      if (recent.length() > 2 * MIN_KEPT) {
        int dropped = recent.length() - MIN_KEPT;
        start.advance(recent, dropped);
        recent.delete(0, dropped);
        droppedCount += dropped;
      }
      recent.append(target, from, read);
    }
    return read;
  }

  /**
   * Returns the position after {@code count} characters, or null if that part of the text is not
   * kept any more.
   */
  @Nullable TextPosition positionAfter(long count) {
    if (count < droppedCount) {
      return null;
    }
    TextPosition position = new TextPosition(start);
    position.advance(recent, count - droppedCount);
    return position;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
