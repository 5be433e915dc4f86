package io.github.godotvariant.cli.values;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Text;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Questions and answers, a line each: a value, and what becomes of it. */
public final class Lines {
  private final InputStream in;
  private final PrintWriter out;
  private boolean isFirst = true;

  public Lines(InputStream in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Answers every line.
   *
   * @param work makes one line of another; its exceptions are answers as well
   */
  public void answer(Function<String, String> work) {
    InputStream bytes = new BufferedInputStream(new FlushFirst(in, out));
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      for (int next = bytes.read(); next >= 0; next = bytes.read()) {
        if (next == '\n') {
          out.write(answer(work, line.toByteArray()));
          out.write('\n');
          line.reset();
        } else {
          line.write(next);
        }
      }
      if (line.size() > 0) {
        out.write(answer(work, line.toByteArray()));
        out.write('\n');
      }
    } catch (IOException e) {
      throw new FileTroubleException("cannot read standard input: " + e.getMessage());
    }
  }

  private String answer(Function<String, String> work, byte[] line) {
    boolean mayHaveMark = isFirst;
    isFirst = false;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
      text = mayHaveMark ? Text.withoutMark(text) : text;
      return work.apply(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    } catch (CharacterCodingException e) {
      return "error: it is no text in UTF-8";
    } catch (BadDataException e) {
      return "error: " + e.problem();
    } catch (VariantException e) {
      return "error: " + Text.printable(String.valueOf(e.getMessage()));
    }
  }

  /** Input before which all output so far goes out: reading may wait for whoever reads that. */
  private static final class FlushFirst extends FilterInputStream {
    private final PrintWriter out;

    FlushFirst(InputStream in, PrintWriter out) {
      super(in);
      this.out = out;
    }

    @Override
    public int read() throws IOException {
      out.flush();
      return super.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      out.flush();
      return super.read(bytes, from, length);
    }
  }
}
