package io.github.godotvariant.cli;

import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Version;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gdvar generate-completion}: a script that completes the command in a shell. */
@Command(
    name = "generate-completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Prints a script for bash that completes commands, options, names and files.",
      "",
      "To switch it on in a shell, and in every new one from the file that it reads at its start:"
    },
    footer = {"  source <(gdvar generate-completion)"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class CompletionCommand implements Callable<Integer> {
  /** With this line, whatever picocli knows no values for would not be completed as a file. */
  private static final String NO_FILES = "type compopt &>/dev/null && compopt +o default";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("gdvar", spec.root().commandLine());
    spec.commandLine().getOut().print(script.replace(NO_FILES, ":") + "\n");
    return ExitCode.OK;
  }
}
