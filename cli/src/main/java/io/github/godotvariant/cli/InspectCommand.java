package io.github.godotvariant.cli;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.dialect.Dialect;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar inspect}: what bytes are. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Says what the bytes of a value are.",
      "",
      "Prints the dialect, and the value as a tree with the offset, size and type of everything in"
          + " it; with --bytes, the meaning of each byte. Offsets and sizes are in bytes and include"
          + " the header; those of an entry are its value's.",
      "",
      "If the value is broken, or if bytes follow it, as much as could be read is printed, then"
          + " what is wrong on standard error."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the bytes are one value",
      "1:they are not, or cannot be read",
      "2:the command line is wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar inspect player-update.bin",
      "  gdvar inspect --bytes --hex '02 00 00 00 05 00 00 00'",
      "  gdvar inspect --dialect godot-3 --objects --full - < scene-state.bin"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class InspectCommand implements Callable<Integer> {
  @ParentCommand private Gdvar gdvar;
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Option(
      names = "--bytes",
      description = "Print every byte with the field it belongs to, not the tree.")
  private boolean bytesWanted;

  @Option(names = "--full", description = "Print everything, however long it is.")
  private boolean full;

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description =
          "What the bytes are written in; 'gdvar dialects' lists the names. If it is not given, the likeliest"
              + " is proposed, and the report says why.")
  private Optional<Dialect> dialect = Optional.empty();

  @Mixin private CodecOptions options;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    if (options.isDoublePrecision() && dialect.isEmpty()) {
      throw new ParameterException(command, "--double needs --dialect");
    }
    byte[] bytes = source.read(gdvar.in());
    Optional<String> file = Wrapping.file(bytes);
    if (file.isPresent()) {
      throw new BadDataException(source.name() + " is " + file.get());
    }
    Optional<DialectProposal> proposal =
        dialect.isPresent()
            ? Optional.empty()
            : Optional.of(DialectProposal.of(bytes, options.objects()));
    VariantCodec codec =
        options.codec(dialect.or(() -> proposal.map(DialectProposal::dialect)).get(), command);
    Inspection inspection = codec.inspect(bytes);

    Paint paint = new Paint(command.getColorScheme().ansi());
    PrintWriter out = command.getOut();
    summary(out, inspection, bytes.length);
    dialect(out, paint, codec.dialect(), proposal);
    line(out, "");
    Detail detail = full ? Detail.FULL : Detail.SHORT;
    boolean leftOut =
        bytesWanted
            ? new ByteView(out, paint, detail, bytes).print(inspection)
            : inspection.root().map(new TreeView(out, paint, detail)::print).orElse(false);
    if (leftOut) {
      line(out, paint.faint("… is where something was left out; --full prints it all"));
    }
    complain(codec, inspection, bytes);
    return Gdvar.OK;
  }

  private void summary(PrintWriter out, Inspection inspection, int length) {
    String name = Text.printable(source.name());
    String size = Text.count(length, "byte");
    String type =
        inspection
            .root()
            .map(WireNode::description)
            .map(new Notation(Detail.SHORT)::plain)
            .orElse("no value");
    String what;
    if (inspection.failure().isPresent()) {
      what = type + ", broken";
    } else if (inspection.length() < length) {
      String rest = Text.count(length - inspection.length(), "byte");
      what = type + " of " + Text.count(inspection.length(), "byte") + " and " + rest + " more";
    } else {
      what = type;
    }
    line(out, name + ": " + size + ", " + what);
  }

  private static void dialect(
      PrintWriter out, Paint paint, Dialect dialect, Optional<DialectProposal> proposal) {
    String name = paint.type(dialect.toString());
    if (proposal.isEmpty()) {
      line(out, "dialect " + name + ": " + dialect.title());
      return;
    }
    line(out, "dialect " + name + ", proposed: " + proposal.get().reason());
    for (String other : proposal.get().others()) {
      line(out, "        " + other);
    }
    line(out, "        The bytes do not name their dialect. If you know it, name it: --dialect");
  }

  private void complain(VariantCodec codec, Inspection inspection, byte[] bytes) {
    String problem;
    if (inspection.failure().isPresent()) {
      problem = problem(codec, inspection.failure().get(), bytes);
    } else if (inspection.length() < bytes.length) {
      String rest = Text.count(bytes.length - inspection.length(), "byte");
      problem = rest + " behind the value, at byte " + inspection.length();
    } else {
      return;
    }
    String advice = Wrapping.lengths(bytes).map(text -> "; " + text).orElse("");
    throw new BadDataException(source.name() + ": " + problem + advice);
  }

  private String problem(VariantCodec codec, VariantException failure, byte[] bytes) {
    if (failure instanceof VariantLimitException && options.objects() == ObjectMode.IDS) {
      Optional<VariantException> otherwise =
          codec.withObjects(ObjectMode.FULL).inspect(bytes).failure();
      if (otherwise.map(VariantException::byteOffset).orElse(-1L) != failure.byteOffset()) {
        String place = ", at byte " + failure.byteOffset() + ", " + failure.path();
        return "a full object, which is read only with --objects" + place;
      }
    }
    return String.valueOf(failure.getMessage());
  }

  private static void line(PrintWriter out, String text) {
    out.print(text);
    out.print('\n');
  }
}
