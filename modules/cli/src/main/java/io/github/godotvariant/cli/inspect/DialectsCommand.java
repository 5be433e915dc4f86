package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.dialect.Dialect;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code gdvar dialects}: which dialects there are, and their tables. */
@Command(
    name = "dialects",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Lists the dialects, or prints the tables and rules of some.",
      "",
      "A dialect is what one range of engine versions, or one edition of the manual, puts on the"
          + " wire. Bytes do not say which one they are in. For interchange with engines take a"
          + " godot- dialect; the manual- dialects are the manual to the letter, which no released"
          + " engine follows."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar dialects                   their names",
      "  gdvar dialects godot-4           types, layouts and rules of one",
      "  gdvar dialects --ids             the type ids of all, side by side"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DialectsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description = "Dialects to print in full.")
  private List<String> names = List.of();

  @Option(
      names = "--ids",
      description = "Print the type ids side by side, of the named dialects or of all.")
  private boolean ids;

  @Option(names = "--markdown", description = "Print tables in Markdown.")
  private boolean markdown;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    DialectPrinter printer = markdown ? DialectPrinter.MARKDOWN : DialectPrinter.PLAIN;
    List<Dialect> dialects = dialects();
    if (ids) {
      out.print(printer.ids(dialects.isEmpty() ? Dialect.presets() : dialects));
    } else if (dialects.isEmpty()) {
      list(out);
    } else {
      String between = "";
      for (Dialect dialect : dialects) {
        out.print(between + printer.describe(dialect));
        between = "\n";
      }
    }
    return ExitCode.OK;
  }

  /** The named ones; not converted by picocli, which calls a wrong name an unmatched argument. */
  private List<Dialect> dialects() {
    try {
      return names.stream().map(new DialectNames.Converter()::convert).toList();
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void list(PrintWriter out) {
    int width =
        Dialect.presets().stream().mapToInt(dialect -> dialect.name().length()).max().orElse(0);
    for (Dialect dialect : Dialect.presets()) {
      String name = markdown ? "- `" + dialect.name() + "`:" : Text.left(dialect.name(), width + 1);
      out.print(name + " " + dialect.title() + "\n");
    }
  }
}
