package io.github.godotvariant.cli;

import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gdvar generate-completion}: prints a completion script for bash. */
@Command(
    name = "generate-completion",
    description = {
      "Prints a script for bash that completes commands, options, names and files.",
      "",
      "Add this line to ~/.bashrc:"
    },
    footerHeading = "",
    footer = {"  source <(gdvar generate-completion)"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class CompletionCommand extends CliCommand {
  /** The line in picocli's script that disables the completion of file names. */
  private static final String NO_FILES = "type compopt &>/dev/null && compopt +o default";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("gdvar", spec.root().commandLine());
    terminal().out().print(script.replace(NO_FILES, ":") + "\n");
    return ExitCode.OK;
  }
}
