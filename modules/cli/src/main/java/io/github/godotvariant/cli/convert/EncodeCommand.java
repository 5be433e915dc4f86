package io.github.godotvariant.cli.convert;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.file.Data;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.Source;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.file.Target;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.Form;
import io.github.godotvariant.cli.values.KeptTypes;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.LockedFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar encode}: a file of values from text. */
@Command(
    name = "encode",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Makes a file of values from what 'gdvar decode' prints, perhaps changed by hand.",
      "",
      "FILE holds one or more values, one after the other: in the engine's notation (text), in its"
          + " lossless JSON (json), or as ordinary JSON (plain-json), whose objects become"
          + " dictionaries, whole numbers ints of 64 bits (larger ones are refused), other numbers"
          + " floats. What comes out is a plain"
          + " file for get_var; --like makes it compressed or encrypted as another one is, and"
          + " keeps the types of the values in that."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written; with --lines, every line has its answer, be it an error",
      "1:the text is no value, or one that cannot be expressed",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar decode --to json player.save > player.json",
      "  gdvar encode --from json player.json --like player.save -o changed.save",
      "  echo '{\"gold\": 250}' | gdvar encode --from plain-json - --framing bare -o gold.bin",
      "  gdvar encode --lines --from text --dialect godot-4 < values.txt"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class EncodeCommand implements Callable<Integer> {
  private static final byte[] MARK = Text.MARK.getBytes(StandardCharsets.UTF_8);

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private From from;

  /** Where the text comes from. */
  static final class From {
    @Parameters(
        index = "0",
        arity = "1",
        paramLabel = "FILE",
        description = "The file with the text, in UTF-8; - is standard input.")
    private Optional<String> file = Optional.empty();

    @Option(
        names = "--lines",
        description =
            "One value to a line of standard input; its bytes in hex, or 'error: ' and what is"
                + " wrong, to a line of standard output. Needs --dialect.")
    private boolean lines;
  }

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FORM",
      converter = Form.Converter.class,
      completionCandidates = Form.ToRead.class,
      description =
          "What the values are in: ${COMPLETION-CANDIDATES}. Only json brings back all of what was"
              + " decoded to it: text has the digits that 32 bits need of a float that they hold, and"
              + " no sign of zero; text-godot-3 and text-godot-3.2 have 6 digits of a number.")
  private Form form;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = Target.OUTPUT)
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--like",
      paramLabel = "ORIGINAL",
      description =
          "Write it as this file is: its dialect, how values follow each other, compression,"
              + " encryption with the same password or key.")
  private Optional<String> original = Optional.empty();

  @Option(
      names = "--retype",
      description =
          "With --like: write the values as they stand, also where ORIGINAL has other types at the"
              + " same places, or more values. Without this, whole numbers, texts and lists take"
              + " those types if that loses nothing, and everything else is refused; keys of ORIGINAL"
              + " that are missing here are named.")
  private boolean retype;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    if (form == Form.HEX) {
      throw new ParameterException(
          command, "--from: " + String.join(", ", new Form.ToRead()) + " can be encoded");
    }
    opening.refuseDecompressed(command);
    if (from.lines && (original.isPresent() || output.isPresent())) {
      throw new ParameterException(command, "--like and -o are for files, not --lines");
    }
    if (retype && original.isEmpty()) {
      throw new ParameterException(command, "--retype needs --like");
    }
    if (from.lines) {
      VariantCodec codec = opening.codecForLines(command);
      new Lines(session.in(), command.getOut()).answer(line -> form.hex(line, codec));
      return ExitCode.OK;
    }
    String file = from.file.orElseThrow();
    return original
        .map(
            like ->
                opening.read(
                    like,
                    data -> Target.isAt(output, data),
                    command,
                    session,
                    values -> encodeLike(values, file)))
        .orElseGet(() -> encode(file, opening.format(command), values -> values, Optional.empty()));
  }

  private int encodeLike(StoredValues values, String file) throws IOException {
    if (!values.hasNext() && !opening.isDialectGiven()) {
      // As a crash leaves a file.
      throw new BadDataException(
          values.data().name()
              + ": there is no value in it, which would tell the dialect; say which it is with"
              + " --dialect");
    }
    SaveFormat format = values.settledFormat();
    if (values.data().locked().isPresent()) {
      session.complain(values.data().name(), values.remarks());
    }
    try (StoredValues again = values.again()) {
      return encode(
          file,
          format,
          made -> retype ? made : new Alike(made, again, Source.name(file)),
          values.data().locked());
    } catch (AmbiguousSaveFileException e) {
      throw FileProblems.question(values.data().name(), "what is to be written", e);
    }
  }

  private int encode(
      String file,
      SaveFormat format,
      UnaryOperator<Iterator<Variant>> finished,
      Optional<LockedFile> locked) {
    String name = Source.name(file);
    boolean isOne = format.framing() == Framing.BARE;
    try (Data data =
            Source.open(file, spec.commandLine(), session, session.progressBesideResults());
        Reader text = VariantText.utf8(withoutMark(data.stream()))) {
      Iterator<Variant> values =
          finished.apply(
              new Named(name, form, format.objects(), form.values(text, format.dialect())));
      if (!values.hasNext()) {
        // What was to make it has failed, most likely.
        throw new BadDataException(name + ": there is no value, and nothing was written");
      }
      Optional<Path> path =
          Target.pathBesideInput(
              output, data, spec.commandLine(), session, "the values would replace their text");
      if (isOne) {
        Target.write(List.of(only(name, values)), path, locked, format, session);
      } else {
        Target.write(() -> values, path, locked, format, session);
      }
      return ExitCode.OK;
    } catch (IOException e) {
      throw Source.unreadable(name, e);
    }
  }

  private static InputStream withoutMark(InputStream bytes) throws IOException {
    PushbackInputStream text = new PushbackInputStream(bytes, MARK.length);
    byte[] start = text.readNBytes(MARK.length);
    if (!Arrays.equals(start, MARK)) {
      text.unread(start);
    }
    return text;
  }

  /** The one value that there can be in a file for one. */
  private static Variant only(String name, Iterator<Variant> values) {
    Variant value = values.next();
    if (values.hasNext()) {
      throw new BadDataException(name + ": a bare value is one, and here are more");
    }
    return value;
  }

  /** Values in the types of those that a file has at the same places, and not fewer. */
  private final class Alike implements Iterator<Variant> {
    private final Iterator<Variant> values;
    private final StoredValues like;
    private final String name;
    private long count;

    Alike(Iterator<Variant> values, StoredValues like, String name) {
      this.values = values;
      this.like = like;
      this.name = name;
    }

    @Override
    public boolean hasNext() {
      boolean more = values.hasNext();
      // Of no value at all the command says so itself.
      if (!more && count > 0 && like.hasNext()) {
        // What made them has failed half-way, most likely.
        throw new BadDataException(
            name
                + ": there "
                + (count == 1 ? "is 1 value" : "are " + count + " values")
                + ", and more in the original; --retype writes what stands here");
      }
      return more;
    }

    @Override
    public Variant next() {
      Variant value = values.next();
      count++;
      if (!like.hasNext()) {
        return value;
      }
      StoredValues.Stored original = like.next();
      Variant old = whole(original);
      String what = name + ": value " + original.index();
      if (form == Form.PLAIN_JSON && isLossless(value) && !isLossless(old)) {
        throw new BadDataException(
            what
                + " looks like the engine's lossless JSON, which is --from json; --retype writes it"
                + " as ordinary JSON");
      }
      KeptTypes types = new KeptTypes(VariantPath.ROOT, like.codec().dialect());
      Variant fitted = types.fit(old, value);
      types.check(what);
      types.gone().ifPresent(gone -> session.complain(what + " is without " + gone));
      return fitted;
    }

    private static boolean isLossless(Variant value) {
      return value instanceof VariantDictionary entries
          && entries.find("args").filter(VariantArray.class::isInstance).isPresent()
          && entries
              .find("type")
              .filter(type -> type instanceof StringValue name && isType(name.value()))
              .isPresent();
    }

    private static boolean isType(String name) {
      return VariantType.find(name).isPresent();
    }

    private Variant whole(StoredValues.Stored original) {
      return original
          .value()
          .orElseThrow(
              () ->
                  new BadDataException(
                      like.data().name()
                          + ": "
                          + original.problem().orElseThrow()
                          + "; --retype writes what stands in "
                          + name));
    }
  }

  /** Values whose trouble is that of a text with a name. */
  private record Named(String name, Form form, ObjectMode objects, Iterator<Variant> values)
      implements Iterator<Variant> {
    @Override
    public boolean hasNext() {
      return guarded(values::hasNext);
    }

    @Override
    public Variant next() {
      return guarded(() -> DeclaredTypes.checked(values.next(), objects));
    }

    private <T> T guarded(Supplier<T> step) {
      try {
        return step.get();
      } catch (MalformedTextException e) {
        String advice = form == Form.JSON ? "; ordinary JSON is --from plain-json" : "";
        throw new BadDataException(name + ": " + e.getMessage() + advice, e.caretLines());
      } catch (VariantException e) {
        throw new BadDataException(name + ": " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw Source.unreadable(name, e);
      }
    }
  }
}
