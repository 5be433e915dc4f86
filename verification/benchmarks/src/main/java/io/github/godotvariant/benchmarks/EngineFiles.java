package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes values as files, for the engine to be timed on the same bytes. */
final class EngineFiles {
  private EngineFiles() {}

  /**
   * Writes each workload, named as in tables.
   *
   * @param arguments the folder, which is made if it is missing; anything after it: {@link Growing}
   *     as well
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (Workload workload : Workload.values()) {
      Files.write(folder.resolve(workload.title() + ".bin"), workload.bytes());
    }
    if (arguments.length > 1) {
      for (Growing data : Growing.values()) {
        Files.write(folder.resolve(data.title() + ".bin"), data.bytes());
      }
    }
  }
}
