package io.github.godotvariant.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A game that is running, and prints lines that begin with {@code "> "}, among others. */
final class Playing implements AutoCloseable {
  private static final String SAID = "> ";

  private final Process process;
  private final BufferedReader output;
  private final List<String> said = new ArrayList<>();
  private final StringBuilder all = new StringBuilder();

  Playing(Process process) {
    this.process = process;
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Whether there was one more line. */
  private boolean read() throws IOException {
    String line = output.readLine();
    if (line == null) {
      return false;
    }
    all.append(line).append('\n');
    if (line.startsWith(SAID)) {
      said.add(line.substring(SAID.length()));
    }
    return true;
  }

  /** Waits until it says a line, which it may have done before. */
  void awaitLine(String line) throws IOException {
    while (!said.contains(line)) {
      if (!read()) {
        throw new AssertionError("it never said " + line + ": " + all);
      }
    }
  }

  /**
   * Waits for its end.
   *
   * @return the lines that it said
   * @throws AssertionError if it ended badly
   */
  List<String> end() throws IOException, InterruptedException {
    while (read()) {
      // To the end.
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(new Ending(status, all.toString()).toString());
    }
    return said;
  }

  /** All that it printed until now. */
  @Override
  public String toString() {
    return all.toString();
  }

  /** Ends it, if it has not ended. */
  @Override
  public void close() {
    process.destroy();
  }
}
