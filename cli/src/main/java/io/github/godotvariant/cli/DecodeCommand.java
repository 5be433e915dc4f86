package io.github.godotvariant.cli;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
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
      Gdvar.FILE_TROUBLE_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar decode --to text player.save",
      "  gdvar decode --to hex player.save | wc -l",
      "  gdvar decode --lines --to text --dialect godot-4 < values.hex"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class DecodeCommand implements Callable<Integer> {
  private static final HexFormat HEX = HexFormat.of();

  /** Hex is made of so many bytes at a time. */
  private static final int PIECE = 1 << 13;

  /** What a value is printed as. */
  private enum Form {
    HEX,
    TEXT
  }

  @ParentCommand private Gdvar gdvar;
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

    @Option(names = "--lines", description = "One value in hex to a line of standard input.")
    private boolean lines;
  }

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FORM",
      description =
          "hex: the bytes of each value, a line for each. text: the engine's notation, as var_to_str"
              + " writes it; with --lines in one line, where a line's end in a string is \\n and"
              + " elsewhere a blank. Control characters are escaped, so that str_to_var reads the"
              + " same.")
  private String form;

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description =
          "What the values are written in; 'gdvar dialects' lists the names. Found out for files if"
              + " it is not given, needed with --lines.")
  private Optional<Dialect> dialect = Optional.empty();

  @Mixin private CodecOptions options;
  @Mixin private CarrierOptions carrier;
  @Mixin private RawCompression raw;
  @Mixin private KeyOptions keys;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    Form to = form(command);
    if (options.isDoublePrecision() && dialect.isEmpty()) {
      throw new ParameterException(command, "--double needs --dialect");
    }
    if (from.lines) {
      if (dialect.isEmpty()) {
        throw new ParameterException(command, "--lines needs --dialect");
      }
      if (carrier.framing().isPresent() || raw.isGiven()) {
        throw new ParameterException(command, "--framing and --decompress are for files");
      }
      VariantCodec codec = options.codec(dialect.get(), command);
      new HexLines(gdvar.in(), command.getOut()).answer(bytes -> line(codec, bytes, to));
      return Gdvar.OK;
    }
    return decodeFile(from.file.orElseThrow(), to);
  }

  private Form form(CommandLine command) {
    try {
      return Form.valueOf(form.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, "--to: '" + form + "' is not hex or text");
    }
  }

  private static String line(VariantCodec codec, byte[] bytes, Form to) {
    Variant value = codec.decode(bytes);
    return to == Form.HEX ? HEX.formatHex(bytes) : EngineText.oneLine(value.toString());
  }

  private int decodeFile(String file, Form to) {
    String name = Source.name(file);
    CommandLine command = spec.commandLine();
    SaveOptions open =
        carrier.options(
            dialect.map(known -> options.codec(known, command).dialect()), options.objects());
    try (Data data = raw.decompress(Source.open(file, gdvar, gdvar.progressBesideResults()))) {
      SaveOptions unlocked = keys.unlock(data, open, command, gdvar);
      try {
        return decode(data, unlocked, to);
      } catch (SaveFileException e) {
        throw Carrier.bad(data, unlocked, e);
      }
    } catch (SaveFileException e) {
      throw Carrier.bad(name, e);
    } catch (IOException e) {
      throw Source.unreadable(name, e);
    } catch (UncheckedIOException e) {
      throw e instanceof Output.Failed ? e : Source.unreadable(name, e);
    }
  }

  private int decode(Data data, SaveOptions open, Form to) throws IOException {
    int code = Gdvar.OK;
    PrintWriter out = spec.commandLine().getOut();
    // One finds out what is a value, the other takes the same value's bytes from the file.
    try (SaveFile values = data.values(open);
        SaveFile bytes = data.values(open.withFraming(values.format().framing()))) {
      Iterator<Variant> each = values.iterator();
      Iterator<byte[]> encoded = bytes.encoded();
      for (long i = 0; each.hasNext(); i++) {
        Optional<Variant> value = Optional.empty();
        Optional<SaveFileException> problem = Optional.empty();
        try {
          value = Optional.of(each.next());
        } catch (SaveFileException e) {
          if (!(e.getCause() instanceof VariantException)) {
            throw e; // and there is no way to find the next one
          }
          problem = Optional.of(e);
        }
        byte[] its = encoded.next();
        if (problem.isPresent()) {
          out.flush();
          String what = Carrier.problem(problem.get(), i, its, values.codec());
          gdvar.complain(data.name() + ": " + what);
          code = Gdvar.BAD_DATA;
        } else if (to == Form.HEX) {
          printHex(out, its);
        } else {
          out.print(EngineText.safe(value.orElseThrow().toString().stripTrailing()));
          out.print('\n');
        }
      }
    }
    return code;
  }

  private static void printHex(PrintWriter out, byte[] bytes) {
    for (int at = 0; at < bytes.length; at += PIECE) {
      out.print(HEX.formatHex(bytes, at, Math.min(bytes.length, at + PIECE)));
    }
    out.print('\n');
  }
}
