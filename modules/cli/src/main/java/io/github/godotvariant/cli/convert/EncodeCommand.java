package io.github.godotvariant.cli.convert;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.OutputFile;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.cli.values.TypePreserver;
import io.github.godotvariant.cli.values.ValueFormat;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gdvar encode}: makes a file of values from text. */
@Command(
    name = "encode",
    description = {
      "Makes a file of values from the output of 'gdvar decode', which may have been edited.",
      "",
      "FILE contains one or more values in sequence: in the engine's notation (text), in its"
          + " lossless JSON (json), or in ordinary JSON (plain-json). In ordinary JSON, objects"
          + " become dictionaries, whole numbers become 64-bit ints (larger numbers are rejected),"
          + " and other numbers become floats. The output is a plain file for get_var. With --like"
          + " it is compressed or encrypted as another file is, and keeps the types of the values"
          + " there."
    },
    footer = {
      "  gdvar decode --to json player.save > player.json",
      "  gdvar encode --from json player.json --like player.save -o changed.save",
      "  echo '{\"gold\": 250}' | gdvar encode --from plain-json - --framing bare -o gold.bin",
      "  gdvar encode --lines --from text --dialect godot-4 < values.txt"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class EncodeCommand extends CliCommand {
  private static final byte[] MARK = Text.MARK.getBytes(StandardCharsets.UTF_8);

  @ArgGroup(exclusive = true, multiplicity = "1")
  private From from;

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
            "One value on each line of standard input; its bytes in hex, or 'error: ' and the"
                + " problem, on each line of standard output. Needs --dialect.")
    private boolean lines;
  }

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FORM",
      converter = ValueFormat.Names.class,
      completionCandidates = ValueFormat.ReadableNames.class,
      description =
          "The format of the text: ${COMPLETION-CANDIDATES}. Only json is lossless: text has the"
              + " digits that 32 bits need, and no sign of zero; text-godot-3 and text-godot-3.2"
              + " have 6 digits.")
  private ValueFormat format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = OutputFile.DESCRIPTION)
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--like",
      paramLabel = "ORIGINAL",
      description =
          "Use the dialect, framing, compression, and encryption of ORIGINAL, with the same"
              + " password or key.")
  private Optional<String> original = Optional.empty();

  @Option(
      names = "--retype",
      description =
          "With --like: write the values unchanged, even if ORIGINAL has other types at the same"
              + " paths, or more values. Without this option, whole numbers, strings and arrays"
              + " take those types if nothing is lost, other types are rejected, and missing keys"
              + " are listed.")
  private boolean retype;

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    CliException.rejectUsage(
        format == ValueFormat.HEX,
        "--from: " + String.join(", ", new ValueFormat.ReadableNames()) + " can be encoded");
    options.rejectDecompress();
    CliException.rejectUsage(
        from.lines && (original.isPresent() || output.isPresent()),
        "--like and -o are for files, not --lines");
    CliException.rejectUsage(retype && original.isEmpty(), "--retype needs --like");
    if (from.lines) {
      VariantCodec codec = options.codecForLines();
      Lines.answer(terminal(), line -> format.hex(line, codec));
      return ExitCode.OK;
    }
    String file = from.file.orElseThrow();
    return original.isPresent()
        ? options.read(
            original.get(),
            like -> OutputFile.isAt(output, like),
            terminal(),
            like -> encodeLike(like, file))
        : encode(file, options.format(), Optional.empty(), Optional.empty());
  }

  private int encodeLike(InputFile like, String file) throws IOException {
    SaveFormat likeFormat;
    try (StoredValues values = like.values()) {
      values.rejectSurroundingBytes();
      if (!values.hasNext() && options.dialect().isEmpty()) {
        // A crash can leave a file without values.
        throw CliException.badData(
            like.name()
                + ": no values found, so the dialect is unknown; name it with"
                + " --dialect");
      }
      likeFormat = values.settledFormat();
      if (like.locked().isPresent()) {
        terminal().printProblems(like.name(), values.file().remarks());
      }
    }
    try (StoredValues values = like.values()) {
      return encode(
          file, likeFormat, Optional.of(like), retype ? Optional.empty() : Optional.of(values));
    }
  }

  private int encode(
      String file, SaveFormat target, Optional<InputFile> like, Optional<StoredValues> types) {
    return InputFile.with(
        InputFile.of(file, terminal(), true),
        input -> {
          try (Reader text = VariantText.utf8(withoutMark(input.stream()))) {
            Iterator<Variant> values =
                new Values(input.name(), format.values(text, target.dialect()), target, types);
            if (!values.hasNext()) {
              // The program that made the text has probably failed.
              throw CliException.badData(input.name() + ": no values found; nothing was written");
            }
            OutputFile out =
                OutputFile.of(output, input, terminal(), "the values would replace their text")
                    .replacing(like.flatMap(InputFile::locked));
            Iterable<Variant> all =
                target.framing() == Framing.BARE
                    ? List.of(only(input.name(), values))
                    : () -> values;
            try {
              out.write(all, target);
            } catch (AmbiguousSaveFileException e) {
              throw FileProblems.askForDialect(
                  like.map(InputFile::name).orElseThrow(), "the data to write", e);
            }
            return ExitCode.OK;
          }
        });
  }

  private static InputStream withoutMark(InputStream bytes) throws IOException {
    PushbackInputStream text = new PushbackInputStream(bytes, MARK.length);
    byte[] start = text.readNBytes(MARK.length);
    if (!Arrays.equals(start, MARK)) {
      text.unread(start);
    }
    return text;
  }

  private static Variant only(String name, Iterator<Variant> values) {
    Variant value = values.next();
    CliException.rejectData(values.hasNext(), name + ": a bare value is one, and here are more");
    return value;
  }

  /**
   * Iterates over the values in a text. If the original file {@code like} is present, each value
   * takes the types of the next value in the original. {@link #hasNext} throws an exception if the
   * text ends after at least one value, and the original has more values. Exceptions name the text.
   */
  private final class Values implements Iterator<Variant> {
    private final String name;
    private final Iterator<Variant> values;
    private final SaveFormat target;
    private final Optional<StoredValues> like;
    private long count;

    Values(String name, Iterator<Variant> values, SaveFormat target, Optional<StoredValues> like) {
      this.name = name;
      this.values = values;
      this.target = target;
      this.like = like;
    }

    @Override
    public boolean hasNext() {
      boolean more = reading(values::hasNext);
      // encode() reports a text without values.
      if (!more && count > 0 && like.isPresent() && like.get().hasNext()) {
        // The program that made the text has probably failed.
        throw CliException.badData(
            name
                + ": there "
                + (count == 1 ? "is 1 value" : "are " + count + " values")
                + ", and more in the original; --retype writes only these values");
      }
      return more;
    }

    @Override
    public Variant next() {
      Variant value = reading(() -> DeclaredTypes.checked(values.next(), target.objects()));
      count++;
      return like.isPresent() && like.get().hasNext() ? withTypes(like.get(), value) : value;
    }

    private <T> T reading(Supplier<T> step) {
      try {
        return step.get();
      } catch (MalformedTextException e) {
        String advice = format == ValueFormat.JSON ? "; ordinary JSON is --from plain-json" : "";
        // The JSON parser does not keep the line of an error.
        String lines = format.isEngineText() ? e.caretLines() : "";
        throw CliException.badData(name + ": " + e.getMessage() + advice, lines);
      } catch (VariantException e) {
        throw CliException.badData(name + ": " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw InputFile.unreadable(name, e);
      }
    }

    /**
     * Converts {@code value} to the types of the next value in {@code source}, the original file.
     */
    private Variant withTypes(StoredValues source, Variant value) {
      StoredValues.Stored stored = source.next();
      if (stored.problem().isPresent()) {
        throw CliException.badData(
            "%s: %s; --retype writes the values of %s unchanged"
                .formatted(source.name(), stored.problem().get(), name));
      }
      Variant old = stored.value();
      String what = name + ": value " + stored.index();
      CliException.rejectData(
          format == ValueFormat.PLAIN_JSON && isLossless(value) && !isLossless(old),
          what
              + " looks like the engine's lossless JSON, which is --from json; --retype writes it"
              + " as ordinary JSON");
      TypePreserver types = new TypePreserver(VariantPath.ROOT, source.file().codec().dialect());
      if (format.isEngineText()) {
        types.restoreOrder(); // var_to_str sorts keys
      }
      Variant fitted = types.fit(old, value);
      types.check(
          what,
          format == ValueFormat.PLAIN_JSON
              ? "ordinary JSON loses types, unlike 'gdvar decode --to json'"
              : "");
      types.missing().ifPresent(paths -> terminal().printProblem(what + " is without " + paths));
      return fitted;
    }

    private static boolean isLossless(Variant value) {
      return value instanceof VariantDictionary entries
          && entries.find("args").orElse(Variant.NIL) instanceof VariantArray
          && entries.find("type").orElse(Variant.NIL) instanceof StringValue type
          && VariantType.find(type.value()).isPresent();
    }
  }
}
