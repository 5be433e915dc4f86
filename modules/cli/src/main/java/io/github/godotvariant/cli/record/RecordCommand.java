package io.github.godotvariant.cli.record;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.text.VariantText;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar record}: Java for what a file holds. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints a record in Java, and those in it, that fit the dictionaries of a file.",
      "",
      "All values of the file are looked at, and all elements of arrays: what is missing from"
          + " some, or nil, is Optional; what has several types is a Variant. Dictionaries whose"
          + " keys are no words, or not the same ones, are maps. Read it before you keep it: a file"
          + " shows what was, not what may be."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it was printed",
      "1:there is no dictionary there, or the file is broken",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar record player.save > Player.java",
      "  gdvar record player.save --path '$.inventory'",
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RecordCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file with values; - is standard input.")
  private String file;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = "$",
      description = "The place in each value that the record is for; all of it if none is given.")
  private String path;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    VariantPath place = place();
    return opening.read(
        file,
        spec.commandLine(),
        session,
        values -> {
          Seen seen = new Seen();
          String name = values.data().name();
          while (values.hasNext()) {
            StoredValues.Stored next = values.next();
            add(seen, there(place, values.whole(next), name));
            if (!isDictionary(seen)) {
              throw new BadDataException(
                  name
                      + ": "
                      + path
                      + " in value "
                      + next.index()
                      + " is no dictionary with texts as keys, nor an array of some");
            }
          }
          if (seen.entries().isEmpty()) {
            throw new BadDataException(name + ": there is nothing in it at " + path);
          }
          spec.commandLine().getOut().print(RecordSource.of(seen, name(place)));
          return ExitCode.OK;
        });
  }

  private static boolean isDictionary(Seen seen) {
    Set<VariantType> types = seen.types();
    return types.isEmpty()
        || (types.equals(EnumSet.of(VariantType.DICTIONARY))
            && (!seen.entries().isEmpty() || seen.keys().types().isEmpty()));
  }

  /** An array stands for what is in it. */
  private static void add(Seen seen, Variant value) {
    if (value instanceof VariantArray array) {
      array.forEach(seen::add);
    } else {
      seen.add(value);
    }
  }

  private VariantPath place() {
    if (path.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--path is empty; the path of the whole value is '$'");
    }
    try {
      return VariantText.GODOT_4.parsePath(path);
    } catch (VariantException e) {
      throw new ParameterException(spec.commandLine(), "--path: " + e.getMessage(), e);
    }
  }

  private static Variant there(VariantPath place, Variant value, String name) {
    try {
      return place.in(value);
    } catch (VariantTypeException e) {
      throw new BadDataException(name + ": " + e.getMessage());
    }
  }

  /** What the record is for: the last step that is a text, or the file. */
  private String name(VariantPath place) {
    List<Variant> steps = place.steps();
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
