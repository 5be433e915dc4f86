package io.github.godotvariant.cli;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** Starts {@code gdvar} as a process. */
public final class Main {
  private Main() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    // System.out is not used, because it hides write errors and has a charset of its own.
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    System.exit(new Gdvar(System.in, out, err, Surroundings.ofProcess()).run(args));
  }
}
