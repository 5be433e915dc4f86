package io.github.godotvariant.cli.convert;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.OutputFile;
import io.github.godotvariant.cli.file.OutputOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/** {@code gdvar convert}: converts a file for another release of the engine. */
@Command(
    name = "convert",
    description = {
      "Converts a file for another release of the engine.",
      "",
      "The file stays compressed or encrypted with the same key; encryption takes the form of the"
          + " new release. Classes of objects get their new names. If the new release cannot"
          + " express some of the data, all losses are listed on standard error, and nothing is"
          + " written without --downgrade."
    },
    footer = {
      "  gdvar convert old.save --to godot-4 -o new.save",
      "  gdvar convert new.save --to godot-3 --downgrade -o old.save"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ConvertCommand extends CliCommand {
  private static final int MAX_LISTED_LOSSES = 50;

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "NAME",
      converter = DialectNames.class,
      completionCandidates = DialectNames.class,
      description = "The dialect to write; 'gdvar dialects' lists the names.")
  private Dialect to;

  @Mixin private OutputOptions output;

  @Option(
      names = "--downgrade",
      description = "Convert unsupported values to the nearest supported value, and list them.")
  private boolean downgrade;

  @Option(names = "--full", description = "List all losses, however many there are.")
  private boolean full;

  @Option(
      names = "--json",
      description =
          "Print each loss as a JSON object on a line of standard output. Needs -o or --in-place.")
  private boolean json;

  @Mixin private InputOptions options;

  private Optional<Terminal.OutputException> outputFailure = Optional.empty();

  @Override
  public Integer call() {
    options.rejectDecompress();
    return options.read(file, input -> output.isInPlace(), terminal(), this::convert);
  }

  private int convert(InputFile input) throws IOException {
    OutputFile target = output.of(input, terminal());
    CliException.rejectUsage(json && target.path().isEmpty(), "--json needs -o or --in-place");
    // All losses must be known before anything is written.
    SaveFormat format = findLosses(input);
    try (StoredValues values = input.values()) {
      Iterator<Variant> converted =
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return values.hasNext();
            }

            @Override
            public Variant next() {
              return converted(values, values.next()).value();
            }
          };
      target.write(() -> converted, format);
    }
    if (outputFailure.isPresent()) {
      throw outputFailure.get();
    }
    return ExitCode.OK;
  }

  private Conversion.Result converted(StoredValues values, StoredValues.Stored stored) {
    return Conversion.from(values.file().codec().dialect())
        .to(to)
        .withPolicy(ConversionPolicy.DOWNGRADE)
        .convert(values.whole(stored));
  }

  /**
   * Lists the losses, which are data that the new dialect cannot express, and returns the format of
   * the converted file. Rejects the file if there are losses and {@code --downgrade} is not given.
   */
  private SaveFormat findLosses(InputFile input) throws IOException {
    try (StoredValues values = input.values()) {
      values.rejectSurroundingBytes();
      if (!values.hasNext()) {
        // A crash can leave a file without values. A converted file would hide the loss.
        throw CliException.badData(input.name() + ": no values found; nothing was written");
      }
      long losses = 0;
      while (values.hasNext()) {
        StoredValues.Stored stored = values.next();
        Conversion.Result result = converted(values, stored);
        for (Loss loss : result.losses()) {
          losses++;
          list(stored.index(), loss, losses);
        }
        try {
          DeclaredTypes.checkClasses(result.value(), values.file().codec().objects());
        } catch (VariantException e) {
          throw CliException.badData(
              input.name() + ": value " + stored.index() + ": " + e.getMessage());
        }
      }
      SaveFormat format = values.file().format().convertedTo(to);
      terminal().printProblems(input.name(), values.file().remarks());
      checkLosses(input.name(), losses);
      return format;
    } catch (AmbiguousSaveFileException e) {
      throw FileProblems.askForDialect(input.name(), "the data to convert", e);
    }
  }

  private void list(long index, Loss loss, long count) {
    if (json) {
      printLine(index, loss);
    } else if (full || count <= MAX_LISTED_LOSSES) {
      terminal().printMessage("value " + index + " " + Text.printable(loss.toString()) + "\n");
    }
  }

  /**
   * Prints a loss as a line of JSON. If printing fails, the command still writes the converted
   * file, and reports the error afterwards.
   */
  private void printLine(long index, Loss loss) {
    if (outputFailure.isEmpty()) {
      try {
        new JsonLines(terminal().out()).line(out -> describe(out, index, loss));
      } catch (Terminal.OutputException e) {
        outputFailure = Optional.of(e);
      }
    }
  }

  private static void describe(JsonGenerator out, long index, Loss loss) {
    out.writeNumberProperty("value", index);
    out.writeStringProperty("path", loss.path().toString());
    out.writeBooleanProperty("inKey", loss.isInKey());
    out.writeStringProperty("reason", loss.reason().name());
    out.writeStringProperty("effect", loss.effect().name());
    out.writeStringProperty("before", loss.before().godotName());
    out.writeStringProperty("after", loss.after().godotName());
  }

  private void checkLosses(String name, long losses) {
    if (!json && !full && losses > MAX_LISTED_LOSSES) {
      terminal()
          .printMessage("… and " + (losses - MAX_LISTED_LOSSES) + " more; --full lists all\n");
    }
    CliException.rejectData(
        losses > 0 && !downgrade,
        ("%s: %s cannot be expressed in %s, and nothing was written; --downgrade writes the"
                + " nearest thing")
            .formatted(name, Text.count(losses, "thing"), to.name()));
  }
}
