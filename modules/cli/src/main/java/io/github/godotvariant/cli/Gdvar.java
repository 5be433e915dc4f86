package io.github.godotvariant.cli;

import io.github.godotvariant.cli.compare.DiffCommand;
import io.github.godotvariant.cli.convert.ConvertCommand;
import io.github.godotvariant.cli.convert.DecodeCommand;
import io.github.godotvariant.cli.convert.EncodeCommand;
import io.github.godotvariant.cli.convert.RoundtripCommand;
import io.github.godotvariant.cli.edit.GetCommand;
import io.github.godotvariant.cli.edit.RemoveCommand;
import io.github.godotvariant.cli.edit.SetCommand;
import io.github.godotvariant.cli.inspect.CheckCommand;
import io.github.godotvariant.cli.inspect.DialectsCommand;
import io.github.godotvariant.cli.inspect.InspectCommand;
import io.github.godotvariant.cli.listen.ListenCommand;
import io.github.godotvariant.cli.pack.PackCommand;
import io.github.godotvariant.cli.pack.UnpackCommand;
import io.github.godotvariant.cli.record.RecordCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs the {@code gdvar} command: lists and runs the subcommands, and turns exceptions into
 * messages and {@linkplain ExitCode exit codes}.
 */
@Command(
    name = "gdvar",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    synopsisHeading = "Usage: gdvar FILE%n   or: ",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Reads and writes the binary Variant format of the Godot engine.",
      "",
      "'gdvar FILE' is short for 'gdvar inspect FILE'."
    },
    exitCodeListHeading = "%nExit codes of all commands:%n",
    exitCodeList = {
      "0:success",
      "1:the data is invalid or empty, or the password is wrong; for diff, the values differ",
      "2:invalid command line",
      "3:a file or stream cannot be read or written; for diff, also invalid data or a wrong"
          + " password",
      "4:not enough memory",
      "70:internal error"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar inspect player.save           show the values of a file",
      "  gdvar inspect --bytes packet.bin    show the meaning of each byte",
      "  gdvar decode --to text player.save  print the values in the engine's notation",
      "  gdvar unpack player.save -o plain   decrypt and decompress a file",
      "  gdvar record player.save            print a Java record for a file",
      "  gdvar listen                        print the output of running games",
      "  gdvar dialects                      list the dialects",
      "  gdvar help COMMAND                  describe a command"
    })
final class Gdvar extends Terminal {
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

  private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

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
    String[] words = isFile(args) ? withInspect(args) : args;
    try {
      return flushed(commandLine(words).execute(words));
    } catch (OutOfMemoryError e) {
      printProblem("not enough memory: give Java more, as in GDVAR_JAVA_OPTS=-Xmx8g");
      return ExitCode.NO_MEMORY;
    }
  }

  /** Returns whether the first argument is a file and not a command or option. */
  private static boolean isFile(String... args) {
    if (args.length == 0 || COMMANDS.stream().anyMatch(one -> name(one).equals(args[0]))) {
      return false;
    }
    try {
      return args[0].equals("-") || (!args[0].isEmpty() && Files.exists(Path.of(args[0])));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String[] withInspect(String... args) {
    return Stream.concat(Stream.of(name(InspectCommand.class)), Stream.of(args))
        .toArray(String[]::new);
  }

  /**
   * Flushes standard output, and returns the exit code. This is {@code code}, or the exit code for
   * a failed write if that is larger.
   */
  private int flushed(int code) {
    try {
      flush();
      return code;
    } catch (OutputException e) {
      return Math.max(code, cannotWrite(e));
    }
  }

  /**
   * Creates the picocli command for arguments. Adds only the subcommand that the arguments name,
   * because each subcommand takes time to create. Adds all subcommands if the arguments do not name
   * a subcommand, or if the named subcommand lists the others, as {@code help} does.
   */
  CommandLine commandLine(String... args) {
    CommandLine all = new CommandLine(this);
    List<Class<?>> named =
        COMMANDS.stream().filter(one -> args.length > 0 && name(one).equals(args[0])).toList();
    boolean needsAll =
        named.contains(CompletionCommand.class) || named.contains(CommandLine.HelpCommand.class);
    boolean isVersion = args.length > 0 && VERSION_OPTIONS.contains(args[0]);
    (!isVersion && (named.isEmpty() || needsAll) ? COMMANDS : named).forEach(all::addSubcommand);
    // For set, -inf is a value, although it looks like options.
    all.getSubcommands().values().stream()
        .filter(one -> one.getCommand() instanceof SetCommand)
        .forEach(one -> one.setUnmatchedOptionsArePositionalParams(true));
    return all.setOut(out())
        .setErr(err())
        .setExecutionStrategy(this::execute)
        .setParameterExceptionHandler(this::rejectArguments)
        .setExecutionExceptionHandler((e, command, arguments) -> handle(e, command));
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutputException e) {
      return cannotWrite(e); // when a help text is printed, picocli calls no handler
    }
  }

  private int rejectArguments(ParameterException e, String[] args) {
    printProblem(problem(e));
    UnmatchedArgumentException.printSuggestions(e, err());
    return usage(e.getCommandLine());
  }

  private int usage(CommandLine command) {
    printMessage("'" + command.getCommandSpec().qualifiedName() + " --help' says more.\n");
    return ExitCode.USAGE;
  }

  private static String problem(ParameterException e) {
    CommandLine command = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      String first = unmatched.getUnmatched().get(0);
      return command.getParent() == null
          ? "unknown command or file '" + first + "'"
          : "one argument too many: '" + first + "'";
    }
    String message = String.valueOf(e.getMessage());
    if (message.startsWith("Unknown subcommand")) { // from 'gdvar help NAME'
      return "unknown command '" + e.getValue() + "'";
    }
    if (command.getParent() == null && message.contains("subcommand")) {
      return "a command is needed: " + String.join(", ", command.getSubcommands().keySet());
    }
    return message.replaceFirst("^Error: ", "");
  }

  /**
   * Flushes the results that were printed before an exception, prints the message of the exception,
   * and returns the exit code.
   */
  private int handle(Exception e, CommandLine command) {
    if (e instanceof OutputException failed) {
      return cannotWrite(failed);
    }
    if (!(e instanceof CliException known)) {
      StackTraceElement[] trace = e.getStackTrace();
      printProblem("internal error: " + e + (trace.length == 0 ? "" : " at " + trace[0]));
      return ExitCode.INTERNAL_ERROR;
    }
    int code = flushed(known.code());
    printProblem(known.problem());
    known.details().lines().forEach(line -> printMessage("  " + Text.printable(line) + "\n"));
    return known.code() == ExitCode.USAGE ? usage(command) : code;
  }

  private int cannotWrite(OutputException e) {
    if (surroundings().outputIsPipe().getAsBoolean()) {
      return ExitCode.OK; // the reader has closed the pipe, as head does after some lines
    }
    if (!outputFailed) {
      outputFailed = true; // one message is enough: flush() fails again at the end
      printProblem("cannot write to standard output: " + e.problem());
    }
    return ExitCode.FILE_ERROR;
  }
}
