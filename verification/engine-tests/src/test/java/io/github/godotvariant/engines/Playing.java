package io.github.godotvariant.engines;

import io.github.godotvariant.testkit.internal.EngineProcess;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A running game. Its lines that start with {@code "> "} are events for the test. */
final class Playing implements AutoCloseable {
  private static final String EVENT_PREFIX = "> ";

  private final Process process;
  private final BufferedReader output;
  private final List<String> printed = new ArrayList<>();

  Playing(Process process) {
    this.process = process;
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** {@return whether there was another line} */
  private boolean read() throws IOException {
    String line = output.readLine();
    if (line == null) {
      return false;
    }
    printed.add(line);
    return true;
  }

  /** Waits for an event, which can be in the past. */
  void awaitLine(String line) throws IOException {
    awaitPrinted(EVENT_PREFIX + line);
  }

  /** Waits for a line, which can be in the past. */
  void awaitPrinted(String line) throws IOException {
    while (!printed.contains(line)) {
      if (!read()) {
        throw new AssertionError("it never printed " + line + ": " + this);
      }
    }
  }

  /** {@return the next event} */
  String next() throws IOException {
    while (read()) {
      String line = printed.get(printed.size() - 1);
      if (line.startsWith(EVENT_PREFIX)) {
        return line.substring(EVENT_PREFIX.length());
      }
    }
    throw new AssertionError("no more events: " + this);
  }

  /**
   * Waits for the end of the game.
   *
   * @return the events
   * @throws AssertionError if the exit status is not 0
   */
  List<String> end() throws IOException, InterruptedException {
    while (read()) {
      // Reads all lines.
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(new ProcessResult(status, toString()).toString());
    }
    return printed.stream()
        .filter(line -> line.startsWith(EVENT_PREFIX))
        .map(line -> line.substring(EVENT_PREFIX.length()))
        .toList();
  }

  /** {@return the output until now} */
  @Override
  public String toString() {
    return String.join("\n", printed);
  }

  /** Stops the process without ending it, as a debugger does. It keeps its connections. */
  void freeze() throws IOException, InterruptedException {
    for (ProcessHandle each :
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
      int status = new ProcessBuilder("kill", "-STOP", "" + each.pid()).start().waitFor();
      if (status != 0) {
        throw new AssertionError("kill returns status " + status);
      }
    }
  }

  /** Ends the game if it still runs. */
  @Override
  public void close() {
    EngineProcess.kill(process); // A frozen process does not end in another way.
  }
}
