package io.github.godotvariant.json;

import io.github.godotvariant.text.TextPosition;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * A text on its way to Jackson, of which the last part is kept: Jackson only says at which {@code
 * char} there is trouble, and counts lines and columns in another way than we do.
 */
final class RecentText extends Reader {
  /** So much is kept at least. */
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
        start.pass(recent, gone);
        recent.delete(0, gone);
        before += gone;
      }
      recent.append(target, from, read);
    }
    return read;
  }

  /** The place behind so much of the text, or null if it is not known any more. */
  @Nullable TextPosition behind(long count) {
    if (count < before) {
      return null;
    }
    TextPosition position = new TextPosition(start);
    position.pass(recent, count - before);
    return position;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
