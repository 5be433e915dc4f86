package io.github.godotvariant.testkit.internal;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs processes of engines in a folder. When this JVM ends normally, the processes are killed. If
 * the JVM is killed, the processes continue.
 */
public final class EngineProcess {
  /**
   * The status of a process that was killed after the timeout. The Unix program {@code timeout}
   * returns the same status.
   */
  public static final int TIMED_OUT = 124;

  /** The status of a process that was killed because it printed more than 64 MB. */
  public static final int OUTPUT_TOO_LONG = 125;

  private static final int MAX_MESSAGE_CHARACTERS = 3000;
  private static final int MAX_MESSAGE_BYTES = 64 << 10;
  private static final long MAX_OUTPUT_BYTES = 64L << 20;

  /**
   * The time between two checks, which look at the length of the output and at the child processes.
   */
  private static final int CHECK_MILLIS = 100;

  /** The maximum time to wait for the end of a killed process. */
  private static final int KILL_SECONDS = 5;

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(EngineProcess::kill)));
  }

  private EngineProcess() {}

  /**
   * The result of a process.
   *
   * @param status the exit status
   * @param messages at most the last 3,000 characters of the output of the process
   */
  public record ProcessResult(int status, String messages) {
    /** {@return whether the exit status is 0} */
    public boolean isSuccess() {
      return status == 0;
    }

    @Override
    public String toString() {
      return "exit status " + status + ", messages: " + messages;
    }
  }

  /**
   * Starts a process that reads no input and stores its user data in the folder.
   *
   * @param command the program and its arguments
   * @param folder the working directory
   * @param output the target of standard output and standard error
   * @return the process
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for this action.
  public static Process start(List<String> command, Path folder, ProcessBuilder.Redirect output)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .redirectInput(new File(File.separatorChar == '/' ? "/dev/null" : "NUL"));
    builder.environment().put("HOME", folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    Process process = builder.start();
    RUNNING.add(process);
    process.onExit().thenRun(() -> RUNNING.remove(process));
    return process;
  }

  /**
   * Runs a process until it ends, and kills it after a timeout or if it prints more than 64 MB.
   * Then kills its descendant processes, even if the process ended by itself. In this case,
   * descendants that started in the last 100 ms may continue.
   *
   * @param command the program and its arguments
   * @param folder the working directory, in which the output is stored for {@link #messages}
   * @param timeout the timeout
   * @return the result; its status is {@link #TIMED_OUT} after the timeout and {@link
   *     #OUTPUT_TOO_LONG} after too much output
   */
  public static ProcessResult run(List<String> command, Path folder, Duration timeout)
      throws IOException {
    Process process = start(command, folder, ProcessBuilder.Redirect.to(log(folder).toFile()));
    Set<ProcessHandle> started = new LinkedHashSet<>();
    int status;
    try {
      status = waitFor(process, log(folder), timeout, started);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an engine was running", e);
    } finally {
      process.descendants().forEach(started::add);
      started.add(process.toHandle());
      kill(started);
    }
    String messages = lastMessages(log(folder));
    int from = Math.max(0, messages.length() - MAX_MESSAGE_CHARACTERS);
    return new ProcessResult(status, messages.substring(from).strip());
  }

  private static int waitFor(
      Process process, Path log, Duration timeout, Set<ProcessHandle> started)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      Duration remaining = timeout.minusNanos(System.nanoTime() - start);
      Duration step = Duration.ofMillis(CHECK_MILLIS);
      long nanos = (remaining.compareTo(step) < 0 ? remaining : step).toNanos();
      if (process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
        return process.exitValue();
      } else if (Files.size(log) > MAX_OUTPUT_BYTES) {
        return OUTPUT_TOO_LONG;
      } else if (timeout.compareTo(Duration.ofNanos(System.nanoTime() - start)) <= 0) {
        return TIMED_OUT;
      }
      process.descendants().forEach(started::add);
    }
  }

  private static String lastMessages(Path log) throws IOException {
    try (FileChannel file = FileChannel.open(log)) {
      ByteBuffer last = ByteBuffer.allocate((int) Math.min(file.size(), MAX_MESSAGE_BYTES));
      file.position(file.size() - last.capacity());
      while (last.hasRemaining() && file.read(last) >= 0) {}
      return new String(last.array(), 0, last.position(), StandardCharsets.UTF_8);
    }
  }

  /** Kills a process and the processes that it started, and waits until they have ended. */
  public static void kill(Process process) {
    kill(Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList());
  }

  private static void kill(Collection<ProcessHandle> all) {
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(
        each -> each.onExit().completeOnTimeout(each, KILL_SECONDS, TimeUnit.SECONDS).join());
  }

  /**
   * Returns the complete output of the last process that {@link #run} has started in a folder.
   *
   * @param folder the working directory of the process
   * @return the output
   */
  public static String messages(Path folder) throws IOException {
    return new String(Files.readAllBytes(log(folder)), StandardCharsets.UTF_8);
  }

  /**
   * Returns whether a line in the output of the last process that {@link #run} has started in a
   * folder starts with a text.
   *
   * @param folder the working directory of the process
   * @param start the start of the line, ASCII characters without a line end
   * @return true if there is such a line
   */
  public static boolean hasLine(Path folder, String start) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(log(folder)))) {
      int matched = 0; // -1 if the line starts with other characters
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n' || next == '\r') {
          matched = 0;
        } else if (matched >= 0) {
          matched = next == start.charAt(matched) ? matched + 1 : -1;
          if (matched == start.length()) {
            return true;
          }
        }
      }
      return false;
    }
  }

  private static Path log(Path folder) {
    return folder.resolve("godot_variant_messages.txt");
  }

  /** Deletes a folder and the files in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
