package io.github.godotvariant.cli;

import io.github.godotvariant.dialect.Dialect;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command, from its arguments to its exit code: {@value #OK}, {@value #BAD_DATA} for data that
 * is bad, {@value #USAGE} for a command line that makes no sense, {@value #FILE_TROUBLE} for what
 * cannot be read or written, {@value #NO_MEMORY} if memory does not suffice. It touches the streams
 * it is given and no others, so that it can run inside of a test.
 */
@Command(
    name = "gdvar",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Reads and writes the binary Variant format of the Godot engine.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:the data is bad, or the password is wrong",
      "2:the command line is wrong",
      Gdvar.FILE_TROUBLE_MEANS,
      Gdvar.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar inspect player.save           what is in this file, or in these bytes?",
      "  gdvar inspect --bytes packet.bin    what does each byte mean?",
      "  gdvar decode --to text player.save  its values in the engine's notation",
      "  gdvar unpack player.save -o plain   decrypted and decompressed",
      "  gdvar dialects                      which dialects are there?",
      "  gdvar COMMAND --help                what can a command do?"
    })
final class Gdvar {
  private static final List<Class<?>> COMMANDS =
      List.of(
          InspectCommand.class,
          DecodeCommand.class,
          EncodeCommand.class,
          GetCommand.class,
          SetCommand.class,
          RemoveCommand.class,
          DiffCommand.class,
          ConvertCommand.class,
          CheckCommand.class,
          UnpackCommand.class,
          PackCommand.class,
          DialectsCommand.class,
          RoundtripCommand.class,
          CompletionCommand.class);

  static final int OK = 0;
  static final int BAD_DATA = 1;
  static final int USAGE = 2;
  static final int FILE_TROUBLE = 3;
  static final int NO_MEMORY = 4;

  /** As sysexits.h has it, so that it is none of those that mean something. */
  private static final int INTERNAL_ERROR = 70;

  static final String FILE_TROUBLE_MEANS = "3:a file or stream cannot be read or written";
  static final String NO_MEMORY_MEANS = "4:there is not enough memory";

  private final InputStream in;
  private final Output bytesOut;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Surroundings surroundings;
  private boolean inputData;
  private boolean inputRead;
  private boolean outputFailed;

  Gdvar(InputStream in, OutputStream out, OutputStream err, Surroundings surroundings) {
    this.in = in;
    this.surroundings = surroundings;
    bytesOut = new Output(out);
    this.out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(bytesOut, StandardCharsets.UTF_8)));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
  }

  InputStream in() {
    return in;
  }

  /**
   * All of standard input.
   *
   * @throws ParameterException if it was read before: there would be nothing, which is not meant
   */
  byte[] allInput(CommandLine command) throws IOException {
    if (inputRead) {
      throw new ParameterException(command, "standard input can be read once");
    }
    inputRead = true;
    return in.readAllBytes();
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** Standard output for what is no text. */
  OutputStream bytesOut() {
    return bytesOut;
  }

  /** For long work. A terminal that the results go to as well would mix it with them. */
  Progress progress() {
    return new Progress(err, surroundings.isTerminal(2));
  }

  /** Progress of work whose results come while it goes on. */
  Progress progressBesideResults() {
    return new Progress(err, surroundings.isTerminal(2) && !surroundings.isTerminal(1));
  }

  /** Says something on standard error that is no trouble; without a line's end. */
  void say(String text) {
    err.print(text);
    err.flush();
  }

  /** Says what is wrong. */
  void complain(String problem) {
    err.print("gdvar: " + Text.printable(problem) + "\n");
    err.flush();
  }

  /** Whether standard input is data, so that no password can come from there. */
  boolean isInputData() {
    return inputData;
  }

  int run(String... args) {
    for (int i = 0; i < args.length; i++) {
      boolean isTarget = i > 0 && (args[i - 1].equals("-o") || args[i - 1].equals("--output"));
      inputData |= args[i].equals("-") && !isTarget;
    }
    try {
      return flushed(commandLine(args).execute(args));
    } catch (OutOfMemoryError e) {
      complain("not enough memory: give Java more, as in GDVAR_JAVA_OPTS=-Xmx8g");
      return NO_MEMORY;
    }
  }

  void flush() {
    out.flush();
  }

  /** Flushes; what to end with instead of a code if that is not possible. */
  private int flushed(int code) {
    try {
      flush();
      return code;
    } catch (Output.Failed e) {
      // That nobody wants to know more of it does not make bad data good.
      return Math.max(code, cannotWrite(e));
    }
  }

  /** What executes arguments. It knows only the command that they name, as knowing takes time. */
  CommandLine commandLine(String... args) {
    CommandLine all = new CommandLine(this);
    List<Class<?>> named =
        COMMANDS.stream().filter(one -> args.length > 0 && name(one).equals(args[0])).toList();
    boolean isCompletion = named.contains(CompletionCommand.class);
    (named.isEmpty() || isCompletion ? COMMANDS : named).forEach(all::addSubcommand);
    // -inf is a value, although it looks like options.
    all.getSubcommands().values().stream()
        .filter(one -> one.getCommand() instanceof SetCommand)
        .forEach(one -> one.setUnmatchedOptionsArePositionalParams(true));
    return all.setOut(out)
        .setErr(err)
        .registerConverter(Dialect.class, new DialectNames.Converter())
        .setExecutionStrategy(this::execute)
        .setParameterExceptionHandler(this::wrongUsage)
        .setExecutionExceptionHandler((e, command, arguments) -> failed(e));
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (Output.Failed e) {
      return cannotWrite(e); // of help texts, for which there is no handler
    }
  }

  private int wrongUsage(ParameterException e, String[] args) {
    complain(problem(e));
    UnmatchedArgumentException.printSuggestions(e, err);
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    err.print("'" + command + " --help' says more.\n");
    err.flush();
    return USAGE;
  }

  private static String problem(ParameterException e) {
    CommandLine command = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      String first = unmatched.getUnmatched().get(0);
      return command.getParent() == null
          ? "there is no command '" + first + "'"
          : "one argument too many: '" + first + "'";
    }
    if (command.getParent() == null && String.valueOf(e.getMessage()).contains("subcommand")) {
      return "a command is needed: " + String.join(", ", command.getSubcommands().keySet());
    }
    return String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
  }

  private int failed(Exception e) {
    if (e instanceof BadDataException bad) {
      int code = flushed(BAD_DATA); // what was found before the trouble comes first
      complain(bad.problem());
      if (!bad.place().isBlank() && !bad.place().startsWith("\n")) {
        bad.place().lines().forEach(line -> say("  " + Text.printable(line) + "\n"));
      }
      return code;
    }
    if (e instanceof FileTroubleException trouble) {
      int code = flushed(FILE_TROUBLE);
      complain(trouble.problem());
      return code;
    }
    if (e instanceof Output.Failed failed) {
      return cannotWrite(failed);
    }
    // A mistake in gdvar itself: nobody but its authors wants the whole trace.
    StackTraceElement[] trace = e.getStackTrace();
    complain("internal error: " + e + (trace.length == 0 ? "" : " at " + trace[0]));
    return INTERNAL_ERROR;
  }

  private int cannotWrite(Output.Failed e) {
    if (e.isPipeClosed()) {
      return OK;
    }
    if (!outputFailed) {
      outputFailed = true; // what is left to write fails once more at the end
      complain("cannot write to standard output: " + e.problem());
    }
    return FILE_TROUBLE;
  }
}
