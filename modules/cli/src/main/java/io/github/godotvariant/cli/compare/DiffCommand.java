package io.github.godotvariant.cli.compare;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.DifferencePrinter;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.convert.VariantDiff;
import io.github.godotvariant.convert.VariantDiff.Difference;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gdvar diff}: compares the values of two files. */
@Command(
    name = "diff",
    description = {
      "Prints the differences between the values of two files.",
      "",
      "- only in A, + only in B, ~ different. Values are compared, not bytes: A may be encrypted,"
          + " and B plain or for another release of Godot. An int differs from a float, a String"
          + " from a StringName, and the order of entries counts. Arrays of different lengths are"
          + " compared without their common start and end. The exit code is 1 if there are"
          + " differences, and 3 if a file is invalid."
    },
    footer = {
      "  gdvar diff yesterday.save today.save",
      "  gdvar diff --full old.save new.save | less"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DiffCommand extends CliCommand {
  private static final int DIFFERENT = 1;

  @Parameters(index = "0", paramLabel = "A", description = "The first file; - is standard input.")
  private String before;

  @Parameters(index = "1", paramLabel = "B", description = "The second file; - is standard input.")
  private String after;

  @Option(names = "--full", description = "Print long values in full.")
  private boolean full;

  @Option(names = "--json", description = "Print each difference as a JSON object on a line.")
  private boolean json;

  @Mixin private InputOptions options;

  /** The dialects of the first and the second file, from which the names of types are taken. */
  private final Dialect[] dialects = new Dialect[2];

  @Override
  public Integer call() {
    List<Variant> old;
    List<Variant> young;
    try {
      old = options.read(before, terminal(), input -> read(input, 0));
      young = options.read(after, terminal(), input -> read(input, 1));
    } catch (CliException e) {
      throw e.code() == ExitCode.BAD_DATA ? CliException.file(e.problem()) : e;
    }
    return print(old, young);
  }

  private List<Variant> read(InputFile input, int index) throws IOException {
    input.parseText();
    try (StoredValues values = input.values()) {
      List<Variant> all = values.all();
      if (values.file().hasSurroundingBytes()) {
        terminal().printProblems(input.name(), values.file().remarks());
      }
      dialects[index] = values.file().codec().dialect();
      return all;
    }
  }

  /**
   * Returns the differences between the values with index {@code i} in the two files. If one file
   * has no such value, the value of the other file counts as added or removed.
   */
  private static Iterator<Difference> differences(List<Variant> old, List<Variant> young, int i) {
    if (i < old.size() && i < young.size()) {
      return VariantDiff.between(old.get(i), young.get(i)).iterator();
    }
    boolean isAdded = i >= old.size();
    return List.of(
            new Difference(
                isAdded ? VariantDiff.Kind.ADDED : VariantDiff.Kind.REMOVED,
                VariantDiff.Location.ROOT,
                isAdded ? Optional.empty() : Optional.of(old.get(i)),
                isAdded ? Optional.of(young.get(i)) : Optional.empty()))
        .iterator();
  }

  private int print(List<Variant> old, List<Variant> young) {
    PrintWriter out = terminal().out();
    Paint paint = paint();
    Detail detail = full ? Detail.FULL : Detail.SHORT;
    Notation first = new Notation(detail, dialects[0]);
    Notation second = new Notation(detail, dialects[1]);
    DifferencePrinter printer = new DifferencePrinter(out, first, second, paint);
    int count = Math.max(old.size(), young.size());
    boolean same = true;
    for (int i = 0; i < count; i++) {
      Iterator<Difference> differences = differences(old, young, i);
      if (differences.hasNext()) {
        same = false;
        out.print(count > 1 && !json ? paint.name("value " + i) + "\n" : "");
      }
      while (differences.hasNext()) {
        if (json) {
          printJson(i, differences.next());
        } else {
          printer.print(differences.next());
        }
      }
    }
    if (first.hasShortened() || second.hasShortened()) {
      out.print(paint.faint("… is where something was left out; --full prints it all") + "\n");
    }
    return same ? ExitCode.OK : DIFFERENT;
  }

  private void printJson(int index, Difference difference) {
    new JsonLines(terminal().out())
        .line(
            out -> {
              out.writeNumberProperty("value", index);
              out.writeStringProperty("path", difference.path().toString());
              difference.before().ifPresent(it -> JsonLines.value(out, "before", it));
              difference.after().ifPresent(it -> JsonLines.value(out, "after", it));
            });
  }
}
