package io.github.godotvariant.cli.terminal;

import java.io.IOException;
import java.io.Writer;

/**
 * A writer for JSON that escapes control and format characters, and halves of surrogate pairs, as
 * {@link Text#json} does. Flushing and closing leaves the target open.
 */
public final class JsonEscapingWriter extends Writer {
  private final Writer target;

  /** The first half of a pair, until the next character arrives; empty if there is none. */
  private String high = "";

  /** Creates a writer in front of another one. */
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

  /** Writes a half of a pair that was last. */
  @Override
  public void close() throws IOException {
    target.write(Text.json(high));
    high = "";
  }
}
