package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/**
 * Declares the options for the output of a command: a new file, or the input file, which is then
 * replaced.
 */
public final class OutputOptions {
  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Target target = new Target();

  static final class Target {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "OUT",
        description = OutputFile.DESCRIPTION)
    private Optional<String> file = Optional.empty();

    @Option(names = "--in-place", description = "Replace FILE.")
    private boolean inPlace;
  }

  /** {@return whether the command replaces its input file} */
  public boolean isInPlace() {
    return target.inPlace;
  }

  /** {@return the output} Rejects an output that cannot be written. */
  public OutputFile of(InputFile input, Terminal terminal) throws IOException {
    if (!target.inPlace) {
      return OutputFile.of(target.file, input, terminal, "--in-place replaces it");
    }
    CliException.rejectUsage(
        input.path().isEmpty(), "--in-place: " + input.name() + " is not a file");
    return new OutputFile(input.path(), input.locked(), terminal);
  }
}
