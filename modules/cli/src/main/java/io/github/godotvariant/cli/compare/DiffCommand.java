package io.github.godotvariant.cli.compare;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.dialect.Dialect;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar diff}: how the values of two files differ. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Says how the values of two files differ: where, from what, to what.",
      "",
      "- is what only A has, + what only B has, ~ what both have but differently. Values are"
          + " compared, not bytes: A may be encrypted, and B plain or of another Godot. An int is"
          + " not a float, and a String not a StringName; the order of entries counts. In arrays of different lengths, what is"
          + " the same at both ends is left aside first."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the values are the same",
      "1:they differ; a broken file or a wrong password is 3 here",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar diff yesterday.save today.save",
      "  gdvar diff --full old.save new.save | less"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DiffCommand implements Callable<Integer> {
  private static final int DIFFERENT = 1;

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The one file; - is standard input.")
  private String before;

  @Parameters(index = "1", paramLabel = "B", description = "The other file; - is standard input.")
  private String after;

  @Option(names = "--full", description = "Print the values in full, however long they are.")
  private boolean full;

  @Option(
      names = "--json",
      description = "Print a JSON object to a line for each difference, for other programs.")
  private boolean json;

  @Mixin private Opening opening;

  /** Whose names the types of either file have. */
  private final Dialect[] dialects = new Dialect[2];

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    List<Variant> old;
    List<Variant> young;
    try {
      old = opening.read(before, command, session, values -> read(values, 0));
      young = opening.read(after, command, session, values -> read(values, 1));
    } catch (BadDataException e) {
      throw new FileTroubleException(e.problem()); // 1 says that they differ
    }
    return json ? forPrograms(old, young) : forPeople(old, young);
  }

  private List<Variant> read(StoredValues values, int which) {
    List<Variant> all = values.all();
    dialects[which] = values.codec().dialect();
    return all;
  }

  /** The differences of values with the same number. */
  private static Iterator<Difference> differences(List<Variant> old, List<Variant> young, int i) {
    if (i >= old.size()) {
      return List.of(Difference.added(young.get(i))).iterator();
    }
    return i >= young.size()
        ? List.of(Difference.removed(old.get(i))).iterator()
        : new Comparison(old.get(i), young.get(i));
  }

  private int forPrograms(List<Variant> old, List<Variant> young) {
    JsonLines lines = new JsonLines(spec.commandLine().getOut());
    boolean same = true;
    for (int i = 0; i < Math.max(old.size(), young.size()); i++) {
      int value = i;
      Iterator<Difference> differences = differences(old, young, i);
      while (differences.hasNext()) {
        same = false;
        Difference difference = differences.next();
        lines.line(
            out -> {
              out.writeNumberProperty("value", value);
              out.writeStringProperty("path", difference.place().path().toString());
              difference.before().ifPresent(it -> JsonLines.value(out, "before", it));
              difference.after().ifPresent(it -> JsonLines.value(out, "after", it));
            });
      }
    }
    return same ? ExitCode.OK : DIFFERENT;
  }

  private int forPeople(List<Variant> old, List<Variant> young) {
    CommandLine command = spec.commandLine();
    PrintWriter out = command.getOut();
    Paint paint = new Paint(command.getColorScheme().ansi());
    Detail detail = full ? Detail.FULL : Detail.SHORT;
    Notation first = new Notation(detail, dialects[0]);
    Notation second = new Notation(detail, dialects[1]);
    int most = Math.max(old.size(), young.size());
    boolean same = true;
    for (int i = 0; i < most; i++) {
      Iterator<Difference> differences = differences(old, young, i);
      if (differences.hasNext()) {
        same = false;
        out.print(most > 1 ? paint.name("value " + i) + "\n" : "");
      }
      differences.forEachRemaining(one -> out.print(one.line(first, second, paint) + "\n"));
    }
    if (first.hasShortened() || second.hasShortened()) {
      out.print(paint.faint("… is where something was left out; --full prints it all") + "\n");
    }
    return same ? ExitCode.OK : DIFFERENT;
  }
}
