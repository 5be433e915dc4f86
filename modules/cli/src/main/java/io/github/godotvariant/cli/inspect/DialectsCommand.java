package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.dialect.Dialect;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code gdvar dialects}: lists the dialects and prints their tables. */
@Command(
    name = "dialects",
    description = {
      "Lists the dialects, or prints their tables and rules.",
      "",
      "A dialect is the encoding of a range of engine versions, or of an edition of the manual. The"
          + " bytes do not name their dialect. Use a godot- dialect to exchange data with an engine;"
          + " the manual- dialects follow the manual exactly, which no released engine does."
    },
    footer = {
      "  gdvar dialects                   list the names",
      "  gdvar dialects godot-4           print the types, layouts and rules of one",
      "  gdvar dialects --ids             print the type ids of all, side by side"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DialectsCommand extends CliCommand {

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
    PrintWriter out = terminal().out();
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

  /**
   * Returns the dialects that the arguments name. This method converts the names, because picocli
   * would report a wrong name as an unmatched argument.
   */
  private List<Dialect> dialects() {
    try {
      return names.stream().map(new DialectNames()::convert).toList();
    } catch (TypeConversionException e) {
      throw CliException.usage(String.valueOf(e.getMessage()));
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
