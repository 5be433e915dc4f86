package io.github.godotvariant.cli.convert;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.cli.values.ValueFormat;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.io.JsonStringEncoder;

/** {@code gdvar decode}: prints the values of a file, or of lines. */
@Command(
    name = "decode",
    description = {
      "Prints values, and nothing else, for other programs.",
      "",
      "Reads the files that 'gdvar inspect' reads; or, with --lines, one value in hex from each"
          + " line of standard input.",
      "",
      "A malformed value is left out and reported on standard error; the values after it are"
          + " printed if they can be found. Other bytes around the values are reported as well."
          + " With --lines there is exactly one line of output for each line of input, as soon as"
          + " no more input is waiting: the value, or 'error: ' and the problem."
    },
    footer = {
      "  gdvar decode --to text player.save",
      "  gdvar decode --to hex player.save | wc -l",
      "  gdvar decode --lines --to text --dialect godot-4 < values.hex"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DecodeCommand extends CliCommand {
  private static final JsonStringEncoder QUOTES = JsonStringEncoder.getInstance();

  @ArgGroup(exclusive = true, multiplicity = "1")
  private From from;

  static final class From {
    @Parameters(
        index = "0",
        arity = "1",
        paramLabel = "FILE",
        description = "The file with the values; - is standard input.")
    private Optional<String> file = Optional.empty();

    @Option(
        names = "--lines",
        description = "One value in hex on each line of standard input. Needs --dialect.")
    private boolean lines;
  }

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORM",
      converter = ValueFormat.Names.class,
      completionCandidates = ValueFormat.Names.class,
      description =
          "hex: the bytes of each value, one line for each. text: the notation of Godot 4, as"
              + " var_to_str writes it; with --lines in one line, where a line end is \\n"
              + " in a string and a space elsewhere. Control characters are escaped, and str_to_var"
              + " reads the same value. Entries are sorted by key. A float that 32 bits can express"
              + " has the digits that 32 bits need. text-godot-3 and, for Godot 3.2,"
              + " text-godot-3.2: as var2str writes it, rounded to 6 digits. json: the engine's"
              + " lossless JSON, as JSON.from_native makes it, one line for each value; programs"
              + " such as jq and Python change its numbers 1e400 (infinity) and -0e400 (NaN)."
              + " plain-json: ordinary JSON, one line for each value, which loses types; jq rounds"
              + " its integers above 2^53. In both, control and format characters are escaped.")
  private ValueFormat format;

  @Option(
      names = "--json-strings",
      description =
          "With --lines: write each value as a JSON string, with line ends and all other characters"
              + " unchanged.")
  private boolean jsonStrings;

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    CliException.rejectUsage(jsonStrings && !from.lines, "--json-strings needs --lines");
    if (from.lines) {
      VariantCodec codec = options.codecForLines();
      Lines.answer(terminal(), line -> answer(HexText.parse(line), codec));
      return ExitCode.OK;
    }
    return options.read(from.file.orElseThrow(), terminal(), this::decode);
  }

  private String answer(byte[] bytes, VariantCodec codec) {
    return jsonStrings
        ? '"' + Text.json(String.valueOf(QUOTES.quoteAsCharArray(format.exact(bytes, codec)))) + '"'
        : format.line(bytes, codec);
  }

  private int decode(InputFile input) throws IOException {
    try (StoredValues values = input.values()) {
      // A crash can leave a file without values. Bytes that are not read can be a damaged value.
      boolean isComplete = values.hasNext() && !values.file().hasSurroundingBytes();
      int code = isComplete ? ExitCode.OK : ExitCode.BAD_DATA;
      PrintWriter out = terminal().out();
      while (values.hasNext()) {
        Optional<String> problem = print(values.next(), values.file().codec(), out);
        if (problem.isPresent()) {
          out.flush();
          terminal().printProblem(input.name() + ": " + problem.get());
          code = ExitCode.BAD_DATA;
        }
      }
      out.flush();
      terminal().printProblems(input.name(), values.file().remarks());
      return code;
    }
  }

  /** Prints a value. Returns a message if the value cannot be read or printed; otherwise empty. */
  private Optional<String> print(StoredValues.Stored stored, VariantCodec codec, PrintWriter out)
      throws IOException {
    if (stored.problem().isPresent()) {
      return stored.problem();
    }
    try {
      format.print(stored.entry(), codec, out);
      return Optional.empty();
    } catch (VariantException e) {
      return Optional.of("value " + stored.index() + ": " + e.getMessage());
    }
  }
}
