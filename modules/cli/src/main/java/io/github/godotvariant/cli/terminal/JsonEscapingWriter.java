package io.github.godotvariant.cli.terminal;

import java.io.IOException;
import java.io.Writer;

/**
 * Writes JSON to another writer, the target. Escapes control and format characters and lone
 * surrogates, as {@link Text#json} does. Neither flushes nor closes the target.
 */
public final class JsonEscapingWriter extends Writer {
  private final Writer target;

  /**
   * The last character if it was a high surrogate, which is kept until the next character arrives;
   * otherwise empty.
   */
  private String high = "";

  /** Creates a writer that writes the escaped JSON to {@code target}. */
  public JsonEscapingWriter(Writer target) {
    this.target = target;
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    String all = high + new String(text, offset, length);
    int end = all.length();
    if (end > 0 && Character.isHighSurrogate(all.charAt(end - 1))) {
      end--;
    }
    high = all.substring(end);
    target.write(Text.json(all.substring(0, end)));
  }

  @Override
  public void flush() {}

  /** Writes the escape of the last character if it was a high surrogate. */
  @Override
  public void close() throws IOException {
    target.write(Text.json(high));
    high = "";
  }
}
