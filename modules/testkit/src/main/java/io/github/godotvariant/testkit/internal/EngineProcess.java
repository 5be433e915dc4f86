package io.github.godotvariant.testkit.internal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs processes of engines in a folder. The processes end with this JVM. */
public final class EngineProcess {
  /** The status of a process that was ended by the timeout, as of the program timeout. */
  public static final int TIMED_OUT = 124;

  private static final int LAST_MESSAGES = 3000;

  /** The maximum time until a killed process has ended. */
  private static final int SECONDS_TO_END = 5;

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(EngineProcess::kill)));
  }

  private EngineProcess() {}

  /**
   * The end of a process.
   *
   * @param status the exit status
   * @param messages the end of its output
   */
  public record Ending(int status, String messages) {
    /** {@return whether the process reported no error} */
    public boolean isGood() {
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
  @SuppressWarnings("FutureReturnValueIgnored") // nothing else is done at its end
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
   * Runs a process until it ends, and kills it after a timeout.
   *
   * @param command the program and its arguments
   * @param folder the working directory, which gets the file of {@link #messages}
   * @param timeout the timeout
   * @return the end of the process; its status is {@link #TIMED_OUT} after the timeout
   */
  public static Ending run(List<String> command, Path folder, Duration timeout) throws IOException {
    Process process = start(command, folder, ProcessBuilder.Redirect.to(log(folder).toFile()));
    try {
      boolean hasEnded = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      int status = hasEnded ? process.exitValue() : TIMED_OUT;
      String messages = messages(folder);
      int from = Math.max(0, messages.length() - LAST_MESSAGES);
      return new Ending(status, messages.substring(from).strip());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an engine was running", e);
    } finally {
      kill(process);
    }
  }

  /** Kills a process and the processes that it started, and waits until they have ended. */
  public static void kill(Process process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(
        each -> each.onExit().completeOnTimeout(each, SECONDS_TO_END, TimeUnit.SECONDS).join());
  }

  /**
   * Returns the complete output of the last process of {@link #run}.
   *
   * @param folder the working directory of the process
   * @return the output
   */
  public static String messages(Path folder) throws IOException {
    return new String(Files.readAllBytes(log(folder)), StandardCharsets.UTF_8);
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
