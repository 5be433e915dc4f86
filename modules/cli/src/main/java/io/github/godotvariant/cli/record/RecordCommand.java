package io.github.godotvariant.cli.record;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.PathOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gdvar record}: prints a Java record for a file. */
@Command(
    name = "record",
    description = {
      "Prints a Java record, and nested records, for the dictionaries of a file.",
      "",
      "The record fits all values of the file and all elements of arrays: a key that is missing or"
          + " nil in some dictionaries is Optional; a key with several types is a Variant."
          + " Dictionaries whose keys are not words, or differ, are maps. Review the record: the"
          + " file shows only the values that were stored."
    },
    footer = {
      "  gdvar record player.save > Player.java",
      "  gdvar record player.save --path '$.inventory'",
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RecordCommand extends CliCommand {

  @Parameters(paramLabel = "FILE", description = "The file with values; - is standard input.")
  private String file;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = "$",
      description = "The path of the dictionaries in each value; by default the whole value.")
  private String path;

  @Option(
      names = "--value",
      paramLabel = "N",
      description = "The number of the value in the file, from 0; by default all values.")
  private Optional<Integer> index = Optional.empty();

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    PathOptions.rejectNegative(index);
    VariantPath at = PathOptions.parse("--path", path);
    return options.read(file, terminal(), input -> print(input, at));
  }

  private int print(InputFile input, VariantPath at) throws IOException {
    ObservedSchema schema = new ObservedSchema();
    input.parseText();
    try (StoredValues values = input.values()) {
      if (index.isPresent()) {
        add(schema, at, values, PathOptions.choose(values, index));
      }
      while (index.isEmpty() && values.hasNext()) {
        add(schema, at, values, values.next());
      }
    }
    String place = path + index.map(number -> " in value " + number).orElse("");
    CliException.rejectData(
        !schema.hasTextKeys(), input.name() + ": no dictionary with entries at " + place);
    terminal().out().print(RecordSource.of(schema, name(at)));
    return ExitCode.OK;
  }

  /**
   * Adds the value at a path in a stored value to a schema. Rejects values that do not fit a
   * record.
   */
  private void add(
      ObservedSchema schema, VariantPath at, StoredValues values, StoredValues.Stored next) {
    add(schema, at.in(values.whole(next)));
    if (!isDictionary(schema)) {
      boolean isChosen = index.isPresent() || next.index() == 0 && !values.hasNext();
      throw CliException.badData(
          "%s: %s in value %s is not a dictionary with strings as keys, or an array of"
                  .formatted(values.name(), path, next.index())
              + " dictionaries"
              + (isChosen ? "" : "; --value N uses only one value"));
    }
  }

  private static boolean isDictionary(ObservedSchema schema) {
    Set<VariantType> types = schema.types();
    return types.isEmpty()
        || (types.equals(EnumSet.of(VariantType.DICTIONARY))
            && (schema.hasTextKeys() || !schema.hasOtherKeys()));
  }

  /** Adds a value to a schema. If the value is an array, adds its elements instead. */
  private static void add(ObservedSchema schema, Variant value) {
    if (value instanceof VariantArray array) {
      array.forEach(schema::add);
    } else {
      schema.add(value);
    }
  }

  /**
   * Returns the name of the record: the last name in the path, or the name of the file without its
   * extension.
   */
  private String name(VariantPath at) {
    List<Variant> steps = at.steps();
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (steps.get(i).type() == VariantType.STRING
          || steps.get(i).type() == VariantType.STRING_NAME) {
        return steps.get(i).asString();
      }
    }
    if (file.equals("-")) {
      return "Message";
    }
    String last = String.valueOf(Path.of(file).getFileName());
    int dot = last.indexOf('.', 1);
    return dot < 0 ? last : last.substring(0, dot);
  }
}
