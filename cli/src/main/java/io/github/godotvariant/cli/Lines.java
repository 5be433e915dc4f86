package io.github.godotvariant.cli;

import io.github.godotvariant.VariantException;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Questions and answers, a line each: a value, and what becomes of it. */
final class Lines {
  private final InputStream in;
  private final PrintWriter out;

  Lines(InputStream in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Answers every line.
   *
   * @param work makes one line of another; its exceptions are answers as well
   */
  void answer(Function<String, String> work) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(new FlushFirst(in, out), StandardCharsets.UTF_8));
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        out.write(answer(work, line));
        out.write('\n');
      }
    } catch (IOException e) {
      throw new FileTroubleException("cannot read standard input: " + e.getMessage());
    }
  }

  private static String answer(Function<String, String> work, String line) {
    try {
      return work.apply(line);
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
