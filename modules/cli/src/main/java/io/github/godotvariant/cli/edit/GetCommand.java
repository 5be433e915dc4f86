package io.github.godotvariant.cli.edit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.PathOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.values.ValueFormat;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gdvar get}: prints a part of a value. */
@Command(
    name = "get",
    description = {
      "Prints the value at a path.",
      "",
      "In a path, $ is the whole value; .name is an entry of a dictionary, a property of an object,"
          + " or a component as in .position.x; [3] is an element of an array (the first is 0);"
          + " [\"any text\"] is an entry with any name; [Vector2i(3, 4)] is an entry with another"
          + " key."
    },
    footer = {
      "  gdvar get player.save '$.inventory[0].count'",
      "  gdvar get player.save '$.inventory' --to plain-json | jq .",
      "  gdvar get several.save '$' --value 2"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class GetCommand extends CliCommand {
  @Mixin private PathOptions path;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      converter = ValueFormat.Names.class,
      completionCandidates = ValueFormat.Names.class,
      description = "${COMPLETION-CANDIDATES}; text by default.")
  private ValueFormat format = ValueFormat.TEXT;

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    path.path(); // rejects an invalid path before the file is read
    return options.read(path.file(), terminal(), this::print);
  }

  private int print(InputFile input) throws IOException {
    input.parseText();
    try (StoredValues values = input.values()) {
      Variant whole = path.choose(values).value();
      if (values.file().hasSurroundingBytes()) {
        terminal().printProblems(input.name(), values.file().remarks());
      }
      format.print(path.path().in(whole), values.file().codec(), terminal().out());
      return ExitCode.OK;
    }
  }
}
