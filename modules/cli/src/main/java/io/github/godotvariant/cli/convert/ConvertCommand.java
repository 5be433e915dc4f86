package io.github.godotvariant.cli.convert;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.file.Target;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code gdvar convert}: a file for another release of the engine. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Makes a file that another release of the engine reads.",
      "",
      "The file stays compressed or encrypted as it was, with the same key; encryption takes the"
          + " form of the new release. Classes of objects get their new names. If something cannot"
          + " be expressed in the new release, all of that is listed, and nothing is written unless"
          + " --downgrade allows it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written; with --downgrade, what was lost is on standard error",
      "1:something would be lost, or the file is broken",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar convert old.save --to godot-4 -o new.save",
      "  gdvar convert new.save --to godot-3 --downgrade -o old.save"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ConvertCommand implements Callable<Integer> {
  /** So many losses are listed unless all are asked for. */
  private static final int SHOWN_LOSSES = 50;

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description = "The dialect to write; 'gdvar dialects' lists the names.")
  private Dialect to;

  @Mixin private Target target;

  @Option(
      names = "--downgrade",
      description =
          "Write the nearest thing for what the new release cannot express, and say what it was.")
  private boolean downgrade;

  @Option(names = "--full", description = "List everything that is lost, however much it is.")
  private boolean full;

  @Option(
      names = "--json",
      description =
          "Print what is lost as JSON, an object to a line, to standard output, for other programs;"
              + " all of it. Needs -o or --in-place.")
  private boolean json;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    opening.refuseDecompressed(spec.commandLine());
    return opening.read(
        file, data -> target.isInPlace(), spec.commandLine(), session, this::convert);
  }

  private int convert(StoredValues values) throws IOException {
    Optional<Path> path = target.path(values.data(), spec.commandLine(), session);
    if (json && path.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--json needs -o or --in-place");
    }
    // Everything that is lost has to be known before anything is written.
    Converted survey = new Converted(values, true);
    if (!survey.hasNext()) {
      // As a crash leaves a file. What it held is lost, and a new one would hide that.
      throw new BadDataException(
          values.data().name() + ": there is no value in it, and nothing was written");
    }
    while (survey.hasNext()) {
      survey.next();
    }
    SaveFormat format = convertedFormat(values);
    survey.end();
    try (StoredValues again = values.again()) {
      Converted converted = new Converted(again, false);
      Target.write(() -> converted, path, values.data().locked(), format, session);
    }
    return ExitCode.OK;
  }

  private SaveFormat convertedFormat(StoredValues values) {
    try {
      return values.format().convertedTo(to);
    } catch (AmbiguousSaveFileException e) {
      throw FileProblems.question(values.data().name(), "what is to be converted", e);
    }
  }

  /** The values as they become. */
  private final class Converted implements Iterator<Variant> {
    private final StoredValues values;
    private final boolean told;
    private long losses;

    /**
     * Values that are converted.
     *
     * @param told whether what is lost is reported
     */
    Converted(StoredValues values, boolean told) {
      this.values = values;
      this.told = told;
    }

    @Override
    public boolean hasNext() {
      return values.hasNext();
    }

    @Override
    public Variant next() {
      StoredValues.Stored stored = values.next();
      Variant value = values.whole(stored);
      Conversion.Result result =
          Conversion.from(values.codec().dialect())
              .to(to)
              .withPolicy(ConversionPolicy.DOWNGRADE)
              .convert(value);
      if (told) {
        result.losses().forEach(loss -> lose(stored.index(), loss));
        checkClasses(result.value(), stored.index());
      }
      return result.value();
    }

    private void checkClasses(Variant value, long index) {
      try {
        DeclaredTypes.checkClasses(value, values.codec().objects());
      } catch (VariantException e) {
        throw new BadDataException(
            values.data().name() + ": value " + index + ": " + e.getMessage());
      }
    }

    private void lose(long index, Loss loss) {
      losses++;
      if (json) {
        new JsonLines(spec.commandLine().getOut()).line(out -> describe(out, index, loss));
      } else if (full || losses <= SHOWN_LOSSES) {
        session.say("value " + index + " " + Text.printable(loss.toString()) + "\n");
      }
    }

    private static void describe(JsonGenerator out, long index, Loss loss) {
      out.writeNumberProperty("value", index);
      out.writeStringProperty("path", loss.path().toString());
      out.writeBooleanProperty("inKey", loss.inKey());
      out.writeStringProperty("reason", loss.reason().name());
      out.writeStringProperty("effect", loss.effect().name());
      out.writeStringProperty("before", loss.before().godotName());
      out.writeStringProperty("after", loss.after().godotName());
    }

    /**
     * Says what was left out.
     *
     * @throws BadDataException if something is lost that must not be
     */
    void end() {
      session.complain(values.data().name(), values.remarks());
      if (!json && !full && losses > SHOWN_LOSSES) {
        session.say("… and " + (losses - SHOWN_LOSSES) + " more; --full lists all\n");
      }
      if (losses > 0 && !downgrade) {
        throw new BadDataException(
            values.data().name()
                + ": "
                + Text.count(losses, "thing")
                + " cannot be expressed in "
                + to.name()
                + ", and nothing was written; --downgrade writes the nearest thing");
      }
    }
  }
}
