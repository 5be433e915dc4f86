package io.github.godotvariant.cli.convert;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.Form;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.core.io.JsonStringEncoder;

/** {@code gdvar decode}: the values of a file, or of lines, and nothing else. */
@Command(
    name = "decode",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Prints values, and nothing else, for other programs.",
      "",
      "Takes every kind of file that 'gdvar inspect' takes; or, with --lines, one value in hex from"
          + " each line of standard input.",
      "",
      "A broken value is left out and named on standard error; what follows it is still printed if"
          + " it can be found. With --lines there is exactly one line for each line: the value, or"
          + " 'error: ' and what is wrong with it, as soon as no more input is waiting."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every value was printed; with --lines, every line has its answer, be it an error",
      "1:something is broken or no value, or the password is wrong",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar decode --to text player.save",
      "  gdvar decode --to hex player.save | wc -l",
      "  gdvar decode --lines --to text --dialect godot-4 < values.hex"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DecodeCommand implements Callable<Integer> {
  private static final JsonStringEncoder QUOTES = JsonStringEncoder.getInstance();

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private From from;

  /** Where the values come from. */
  static final class From {
    @Parameters(
        index = "0",
        arity = "1",
        paramLabel = "FILE",
        description = "The file with the values; - is standard input.")
    private Optional<String> file = Optional.empty();

    @Option(
        names = "--lines",
        description = "One value in hex to a line of standard input. Needs --dialect.")
    private boolean lines;
  }

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORM",
      converter = Form.Converter.class,
      completionCandidates = Form.Names.class,
      description =
          "hex: the bytes of each value, a line for each. text: the notation of Godot 4, as"
              + " var_to_str writes it; with --lines in one line, where a line's end in a string is"
              + " \\n and elsewhere a blank. Control characters are escaped, so that str_to_var reads"
              + " the same; entries are sorted by their keys, and a float that 32 bits hold has the"
              + " digits that these need, which 64 bits may read as another. text-godot-3 and, for"
              + " Godot 3.2, text-godot-3.2: as var2str does, rounded to 6 digits. json: a line for"
              + " each in the engine's own JSON, as JSON.from_native makes it, of which nothing is"
              + " lost; but programs such as jq and Python change 1e400 and -0e400 when they print it again, which stand for what is no number. plain-json: a"
              + " line for each, for people and other programs; it loses types, and jq rounds its"
              + " integers above 2^53. In both, control and format characters are escaped.")
  private Form form;

  @Option(
      names = "--json-strings",
      description =
          "With --lines: write each value as a JSON string, in which line ends and all else stay as"
              + " they are.")
  private boolean jsonStrings;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    if (jsonStrings && !from.lines) {
      throw new ParameterException(command, "--json-strings needs --lines");
    }
    if (from.lines) {
      VariantCodec codec = opening.codecForLines(command);
      new Lines(session.in(), command.getOut()).answer(line -> answer(HexText.parse(line), codec));
      return ExitCode.OK;
    }
    return opening.read(from.file.orElseThrow(), command, session, this::decode);
  }

  private String answer(byte[] bytes, VariantCodec codec) {
    return jsonStrings
        ? '"' + Text.json(String.valueOf(QUOTES.quoteAsCharArray(form.exact(bytes, codec)))) + '"'
        : form.line(bytes, codec);
  }

  private int decode(StoredValues values) throws IOException {
    // A crash leaves a file without values.
    int code = values.hasNext() ? ExitCode.OK : ExitCode.BAD_DATA;
    PrintWriter out = spec.commandLine().getOut();
    while (values.hasNext()) {
      StoredValues.Stored stored = values.next();
      if (stored.problem().isPresent()) {
        out.flush();
        session.complain(values.data().name() + ": " + stored.problem().get());
        code = ExitCode.BAD_DATA;
      } else {
        code = Math.max(code, print(stored, values, out));
      }
    }
    out.flush();
    session.complain(values.data().name(), values.remarks());
    return code;
  }

  private int print(StoredValues.Stored stored, StoredValues values, PrintWriter out)
      throws IOException {
    try {
      form.print(stored.entry(), values.codec(), out);
      return ExitCode.OK;
    } catch (VariantException e) {
      out.flush();
      session.complain(values.data().name() + ": value " + stored.index() + ": " + e.getMessage());
      return ExitCode.BAD_DATA;
    }
  }
}
