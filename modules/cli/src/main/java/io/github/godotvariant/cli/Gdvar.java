package io.github.godotvariant.cli;

import io.github.godotvariant.cli.compare.DiffCommand;
import io.github.godotvariant.cli.convert.ConvertCommand;
import io.github.godotvariant.cli.convert.DecodeCommand;
import io.github.godotvariant.cli.convert.EncodeCommand;
import io.github.godotvariant.cli.convert.RoundtripCommand;
import io.github.godotvariant.cli.edit.GetCommand;
import io.github.godotvariant.cli.edit.RemoveCommand;
import io.github.godotvariant.cli.edit.SetCommand;
import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.inspect.CheckCommand;
import io.github.godotvariant.cli.inspect.DialectsCommand;
import io.github.godotvariant.cli.inspect.InspectCommand;
import io.github.godotvariant.cli.listen.ListenCommand;
import io.github.godotvariant.cli.pack.PackCommand;
import io.github.godotvariant.cli.pack.UnpackCommand;
import io.github.godotvariant.cli.record.RecordCommand;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Output;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.dialect.Dialect;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command, from its arguments to its exit code: {@value ExitCode#OK}, {@value
 * ExitCode#BAD_DATA} for data that is bad, {@value ExitCode#USAGE} for a command line that makes no
 * sense, {@value ExitCode#FILE_TROUBLE} for what cannot be read or written, {@value
 * ExitCode#NO_MEMORY} if memory does not suffice. It touches the streams it is given and no others,
 * so that it can run inside of a test.
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
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar inspect player.save           what is in this file, or in these bytes?",
      "  gdvar inspect --bytes packet.bin    what does each byte mean?",
      "  gdvar decode --to text player.save  its values in the engine's notation",
      "  gdvar unpack player.save -o plain   decrypted and decompressed",
      "  gdvar record player.save            which record in Java fits this?",
      "  gdvar listen                        what do running games say?",
      "  gdvar dialects                      which dialects are there?",
      "  gdvar help COMMAND                  what can a command do?"
    })
final class Gdvar extends Session {
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
          RecordCommand.class,
          ListenCommand.class,
          DialectsCommand.class,
          RoundtripCommand.class,
          CompletionCommand.class,
          CommandLine.HelpCommand.class);

  private boolean outputFailed;

  Gdvar(InputStream in, OutputStream out, OutputStream err, Surroundings surroundings) {
    super(in, out, err, surroundings);
  }

  int run(String... args) {
    for (int i = 0; i < args.length; i++) {
      boolean isTarget = i > 0 && (args[i - 1].equals("-o") || args[i - 1].equals("--output"));
      if (args[i].equals("-") && !isTarget) {
        inputIsData();
      }
    }
    try {
      return flushed(commandLine(args).execute(args));
    } catch (OutOfMemoryError e) {
      complain("not enough memory: give Java more, as in GDVAR_JAVA_OPTS=-Xmx8g");
      return ExitCode.NO_MEMORY;
    }
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
    boolean needsAll =
        named.contains(CompletionCommand.class) || named.contains(CommandLine.HelpCommand.class);
    (named.isEmpty() || needsAll ? COMMANDS : named).forEach(all::addSubcommand);
    // -inf is a value, although it looks like options.
    all.getSubcommands().values().stream()
        .filter(one -> one.getCommand() instanceof SetCommand)
        .forEach(one -> one.setUnmatchedOptionsArePositionalParams(true));
    return all.setOut(out())
        .setErr(err())
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
    UnmatchedArgumentException.printSuggestions(e, err());
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    err().print("'" + command + " --help' says more.\n");
    err().flush();
    return ExitCode.USAGE;
  }

  private static String problem(ParameterException e) {
    CommandLine command = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      String first = unmatched.getUnmatched().get(0);
      return command.getParent() == null
          ? "there is no command '" + first + "'"
          : "one argument too many: '" + first + "'";
    }
    String message = String.valueOf(e.getMessage());
    if (message.startsWith("Unknown subcommand")) { // of the command help
      return "there is no command '" + e.getValue() + "'";
    }
    if (command.getParent() == null && message.contains("subcommand")) {
      return "a command is needed: " + String.join(", ", command.getSubcommands().keySet());
    }
    return message.replaceFirst("^Error: ", "");
  }

  private int failed(Exception e) {
    if (e instanceof BadDataException bad) {
      int code = flushed(ExitCode.BAD_DATA); // what was found before the trouble comes first
      complain(bad.problem());
      if (!bad.place().isBlank() && !bad.place().startsWith("\n")) {
        bad.place().lines().forEach(line -> say("  " + Text.printable(line) + "\n"));
      }
      return code;
    }
    if (e instanceof FileTroubleException trouble) {
      int code = flushed(ExitCode.FILE_TROUBLE);
      complain(trouble.problem());
      return code;
    }
    if (e instanceof Output.Failed failed) {
      return cannotWrite(failed);
    }
    // A mistake in gdvar itself: nobody but its authors wants the whole trace.
    StackTraceElement[] trace = e.getStackTrace();
    complain("internal error: " + e + (trace.length == 0 ? "" : " at " + trace[0]));
    return ExitCode.INTERNAL_ERROR;
  }

  private int cannotWrite(Output.Failed e) {
    if (e.isPipeClosed()) {
      return ExitCode.OK;
    }
    if (!outputFailed) {
      outputFailed = true; // what is left to write fails once more at the end
      complain("cannot write to standard output: " + e.problem());
    }
    return ExitCode.FILE_TROUBLE;
  }
}
