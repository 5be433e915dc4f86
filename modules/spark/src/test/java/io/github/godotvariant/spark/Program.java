package io.github.godotvariant.spark;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts another Java program with the same {@code --add-opens} options as this one. */
public final class Program {
  private Program() {}

  /** Options and arguments, the first of which is the class. */
  public static ProcessBuilder of(List<String> options, String classPath, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(opened());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    command.addAll(arguments);
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return program;
  }

  /** What Spark needs of Java. */
  public static List<String> opened() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add") || argument.startsWith("-XX:+Ignore"))
        .toList();
  }
}
