package io.github.godotvariant.cli.edit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.Form;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar get}: one value out of a file. */
@Command(
    name = "get",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Prints what stands at a place in a file.",
      "",
      "A place is a path: $ is the whole value, .name an entry of a dictionary, a property of an"
          + " object or a component as in .position.x, [3] an element of an array (the first is 0),"
          + " [\"any text\"] an entry whose name is no plain word, [Vector2i(3, 4)] one with"
          + " another key."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it was printed",
      "1:there is no such place, or the file is broken",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar get player.save '$.inventory[0].count'",
      "  gdvar get player.save '$.inventory' --to plain-json | jq .",
      "  gdvar get several.save '$' --value 2"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class GetCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Mixin private Place place;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      converter = Form.Converter.class,
      completionCandidates = Form.Names.class,
      description = "${COMPLETION-CANDIDATES}; text if it is not given.")
  private Form form = Form.TEXT;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    place.path(); // before anything is read
    return opening.read(
        place.file(),
        spec.commandLine(),
        session,
        values -> {
          StoredValues.Stored stored = place.choose(values);
          String name = values.data().name();
          Variant value = there(stored.value().orElseThrow(), name);
          try {
            form.print(value, values.codec(), spec.commandLine().getOut());
          } catch (VariantException e) {
            throw new BadDataException(name + ": " + e.getMessage());
          }
          return ExitCode.OK;
        });
  }

  private Variant there(Variant value, String name) {
    try {
      return place.path().in(value);
    } catch (VariantTypeException e) {
      throw new BadDataException(name + ": " + e.getMessage());
    }
  }
}
