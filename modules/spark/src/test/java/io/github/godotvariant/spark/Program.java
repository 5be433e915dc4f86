package io.github.godotvariant.spark;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts another Java program with the same {@code --add-opens} options as this one. */
public final class Program {
  private Program() {}

  /** Returns a builder for a program with JVM options, a class path, and class and arguments. */
  public static ProcessBuilder of(List<String> options, String classPath, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(openOptions());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    command.addAll(arguments);
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return program;
  }

  /** Returns the JVM options of this process that Spark needs. */
  public static List<String> openOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add") || argument.startsWith("-XX:+Ignore"))
        .toList();
  }
}
