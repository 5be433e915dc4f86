package io.github.godotvariant.cli.terminal;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * The base class of the subcommands. A command returns its exit code, or throws a {@link
 * CliException}.
 */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public abstract class CliCommand implements Callable<Integer> {
  @ParentCommand private Terminal terminal;
  @Spec private CommandSpec spec;

  /** {@return the streams and the environment of the command} */
  protected final Terminal terminal() {
    return terminal;
  }

  /** {@return the object that colours text for standard output} */
  protected final Paint paint() {
    return new Paint(spec.commandLine().getColorScheme().ansi());
  }
}
