package io.github.godotvariant.cli.values;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.terminal.Text;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.util.function.UnaryOperator;

/** Converts standard input line by line. */
public final class Lines {
  private Lines() {}

  /**
   * Writes one line of output for each line of input, until the input ends.
   *
   * @param work converts a line; if it throws, the output is {@code error: } and the message
   */
  public static void answer(Terminal terminal, UnaryOperator<String> work) {
    PrintWriter out = terminal.out();
    InputStream bytes = new BufferedInputStream(new FlushingInput(terminal.in(), out));
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = bytes.read();
      for (boolean isFirst = true; next >= 0; isFirst = false) {
        line.reset();
        for (; next >= 0 && next != '\n'; next = bytes.read()) {
          line.write(next);
        }
        out.write(answer(work, line.toByteArray(), isFirst));
        out.write('\n');
        next = next < 0 ? next : bytes.read();
      }
    } catch (IOException e) {
      throw CliException.file("cannot read standard input: " + e.getMessage());
    }
  }

  private static String answer(UnaryOperator<String> work, byte[] line, boolean mayHaveMark) {
    try {
      String text = Text.utf8(line);
      text = mayHaveMark ? Text.withoutMark(text) : text;
      return work.apply(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    } catch (CharacterCodingException e) {
      return "error: it is not text in UTF-8";
    } catch (CliException e) {
      return "error: " + e.problem();
    } catch (VariantException e) {
      return "error: " + Text.printable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Flushes the output before each read, because the program that sends the input may wait for the
   * output before it sends more.
   */
  private static final class FlushingInput extends FilterInputStream {
    private final PrintWriter out;

    FlushingInput(InputStream in, PrintWriter out) {
      super(in);
      this.out = out;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      out.flush();
      return super.read(bytes, from, length);
    }
  }
}
