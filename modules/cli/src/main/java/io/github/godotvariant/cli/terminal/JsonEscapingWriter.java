package io.github.godotvariant.cli.terminal;

import java.io.IOException;
import java.io.Writer;

/**
 * A writer for JSON that escapes control and format characters, and halves of surrogate pairs, as
 * {@link Text#json} does. Flushing and closing leaves the target open.
 */
public final class JsonEscapingWriter extends Writer {
  private static final char NONE = 0;

  private final Writer target;

  /** The first half of a pair, until the next character arrives. */
  private char high = NONE;

  /** Creates a writer in front of another one. */
  public JsonEscapingWriter(Writer target) {
    this.target = target;
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    int plain = 0;
    while (high == NONE && plain < length && text[offset + plain] < 0x7F) {
      plain++;
    }
    target.write(text, offset, plain);
    for (int i = plain; i < length; i++) {
      write(text[offset + i]);
    }
  }

  private void write(char c) throws IOException {
    if (high != NONE && Character.isLowSurrogate(c)) {
      target.write(Text.json(String.valueOf(new char[] {high, c})));
      high = NONE;
      return;
    }
    writeHigh();
    if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (c < 0x7F) {
      target.write(c);
    } else {
      target.write(Text.json(String.valueOf(c)));
    }
  }

  private void writeHigh() throws IOException {
    if (high != NONE) {
      target.write(Text.json(String.valueOf(high)));
      high = NONE;
    }
  }

  @Override
  public void flush() {}

  /** Writes a half of a pair that was last. */
  @Override
  public void close() throws IOException {
    writeHigh();
  }
}
