package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

class GdvarTest {
  private static final String CLOSED_PIPE = "Broken pipe";

  @TempDir Path folder;

  /** An output stream that fails with a message of the operating system. */
  private static final class Broken extends OutputStream {
    private final String message;

    Broken(String message) {
      this.message = message;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(message);
    }
  }

  /** An input stream that fails. */
  private static final class BrokenInput extends InputStream {
    private final Throwable failure;

    BrokenInput(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      if (failure instanceof RuntimeException mistake) {
        throw mistake;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw (IOException) failure;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return read();
    }
  }

  private static Run withOutput(String failure, String... args) {
    boolean isPipe = failure.equals(CLOSED_PIPE);
    OutputStream out = new Broken(failure);
    Surroundings surroundings =
        new Surroundings(Map.of(), Optional.of(""), Optional.empty(), () -> isPipe);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = new Gdvar(InputStream.nullInputStream(), out, err, surroundings).run(args);
    return new Run(code, "", err.toString(StandardCharsets.UTF_8));
  }

  private static Run withInput(Throwable failure, String... args) {
    return Run.gdvarIn(Surroundings.NONE, new BrokenInput(failure), args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dialects godot-4",
        "--help",
        "inspect --hex 00000000",
        "inspect --bytes --full --hex LONG",
        "--version"
      })
  void endsQuietlyWhenPipeIsClosed(String command) {
    String args = command.replace("LONG", "1d00000000010000" + "00".repeat(256));
    assertThat(withOutput(CLOSED_PIPE, args.split(" "))).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void reportsWriteError() {
    assertThat(withOutput("No space left on device", "dialects"))
        .isEqualTo(Run.fileError("cannot write to standard output: No space left on device"));
  }

  /** Error messages of the system depend on its language, so they do not identify closed pipes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "inspect --bytes --full --hex 00000000",
        "inspect --bytes --full --hex LONG",
        "--help",
        "dialects"
      })
  void reportsOutputErrorOnce(String command) {
    String args = command.replace("LONG", "1d00000000100000" + "00".repeat(4096));
    assertThat(withOutput("Tubería rota", args.split(" ")))
        .isEqualTo(Run.fileError("cannot write to standard output: Tubería rota"));
  }

  /** With exit code 3 and no message, users would run the command again. */
  @ParameterizedTest
  @ValueSource(strings = {"set FILE $.a 7", "remove FILE $.a", "set FILE $.a 7 -o FILE.new"})
  void reportsChangedFileWhenOutputFails(String args, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.save");
    SaveFormat.of(Dialect.GODOT_4).write(file, List.of(VariantDictionary.of("a", 5)));
    String[] words = args.replace("FILE", file.toString()).split(" ");
    String changed = args.contains("-o") ? file + ".new" : file.toString();
    assertThat(withOutput("No space left on device", words))
        .isEqualTo(
            Run.fileError(
                "%s is changed, but the difference cannot be printed\n"
                    + "gdvar: cannot write to standard output: No space left on device",
                changed));
    try (SaveFile save = SaveFile.open(Path.of(changed))) {
      assertThat(save.values()).isNotEqualTo(List.of(VariantDictionary.of("a", 5)));
    }
    SaveFormat.of(Dialect.GODOT_4).write(file, List.of(VariantDictionary.of("a", 5)));
    assertThat(withOutput(CLOSED_PIPE, words)).isEqualTo(new Run(0, "", ""));
  }

  @Test
  void writesConvertedFileWhenListOfLossesCannotBePrinted(@TempDir Path folder) throws IOException {
    List<Variant> names = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      names.add(StringName.of("name " + i));
    }
    Path file = folder.resolve("a.save");
    Path target = folder.resolve("b.save");
    SaveFormat.of(Dialect.GODOT_4).write(file, List.of(VariantArray.copyOf(names)));
    String[] convert = words("convert %s --to godot-3 --downgrade --json -o %s", file, target);
    assertThat(withOutput(CLOSED_PIPE, convert)).isEqualTo(new Run(0, "", ""));
    try (SaveFile save = SaveFile.open(target)) {
      assertThat(save.values().get(0).asArray().size()).isEqualTo(2000);
    }
  }

  @Test
  void inspectsFolderAsFile(@TempDir Path folder) {
    assertThat(withOutput(CLOSED_PIPE, folder.toString()))
        .isEqualTo(Run.fileError("cannot read %s: it is a directory; name its files", folder));
  }

  /** The problem of the file is reported too, without internal details. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "inspect",
        "inspect --bytes",
        "inspect --json",
        "decode --to text",
        "decode --to json",
        "decode --to hex",
        "check",
        "check --json",
        "unpack",
        "get $.name",
        "set $.name 1",
        "remove $.name",
        "diff ../../examples/player-update.bin",
        "diff --json ../../examples/player-update.bin",
        "convert --to godot-3",
        "convert --to godot-3 --json"
      })
  void reportsDamagedFileAndFailedOutput(String command) throws IOException {
    byte[] save = Files.readAllBytes(Path.of("../../examples/godot3.save"));
    byte[] damaged = save.clone();
    Arrays.fill(damaged, 50, 90, (byte) 0xFF);
    List<Path> files =
        List.of(
            Files.copy(
                Path.of("../../examples/player-update-cut.bin"), folder.resolve("player-update")),
            Files.write(folder.resolve("cut"), Arrays.copyOf(save, 400)),
            Files.write(folder.resolve("damaged"), damaged));
    String[] words = command.split(" ");
    for (Path file : files) {
      List<String> args = new ArrayList<>(List.of(words));
      boolean path = args.size() > 1 && args.get(1).startsWith("$");
      args.add(path ? 1 : args.size(), file.toString());
      for (String problem : List.of(CLOSED_PIPE, "No space left on device")) {
        Run run = withOutput(problem, args.toArray(String[]::new));
        assertThat(run.err())
            .as("%s", args)
            .doesNotContain("\tat ", "Exception", "internal error", "Failed");
        boolean pipe = problem.equals(CLOSED_PIPE);
        assertThat(run.code()).as("%s: %s", args, run.err()).isBetween(pipe ? 0 : 1, 3);
        if (!command.startsWith("check")
            && !command.startsWith("unpack")
            && !command.endsWith("--json")) {
          assertThat(run.err()).as("%s", args).contains("gdvar: " + file);
          assertThat(run.code()).as("%s", args).isPositive();
        }
        assertThat(run.err().lines().filter(line -> line.contains("cannot write to standard")))
            .as("%s", args)
            .hasSizeLessThan(pipe ? 1 : 2);
      }
    }
  }

  @Test
  void reportsInputErrorAfterOutputError() {
    String[] inspect = {"inspect", "../../examples/player-update-cut.bin"};
    Run full = withOutput("No space left on device", inspect);
    assertThat(full.code()).isEqualTo(3);
    assertThat(full.err())
        .startsWith(
            "gdvar: cannot write to standard output: No space left on device\n"
                + "gdvar: ../../examples/player-update-cut.bin: ");
    Run closed = withOutput(CLOSED_PIPE, inspect);
    assertThat(closed.code()).isEqualTo(1);
    assertThat(closed.err()).startsWith("gdvar: ../../examples/player-update-cut.bin: ");
  }

  @Test
  void reportsMissingMemoryWithExitCode() {
    Run run = withInput(new OutOfMemoryError(), "diff", "../../examples/godot3.save", "-");
    assertThat(run.code()).isEqualTo(4);
    assertThat(run.err())
        .isEqualTo("gdvar: not enough memory: give Java more, as in GDVAR_JAVA_OPTS=-Xmx8g\n");
  }

  @Test
  void listsExitCodesInHelpOfParentOnly() {
    assertThat(Run.gdvar("--help").out())
        .contains(
            """
            Exit codes of all commands:
              0    success
              1    the data is invalid or empty, or the password is wrong; for diff, the
                     values differ
              2    invalid command line
              3    a file or stream cannot be read or written; for diff, also invalid data
                     or a wrong password
              4    not enough memory
              70   internal error
            """);
    assertThat(Run.gdvar("set", "--help").out()).doesNotContain("Exit codes");
  }

  @Test
  void inspectsLongBareValueWithoutRankingDialects() throws IOException {
    assertThat(inspectNulls(1 << 24))
        .contains("dialect godot-4, proposed: Array of 16777216 bytes");
    assertThat(inspectNulls((1 << 24) + 4))
        .startsWith(
            """
            bare value > 1 value, godot-4, 16,777,220 bytes

              offset      size
                   0  16777220  Array, 4,194,303 elements
            """);
    assertThat(inspectNulls((1 << 24) + 4, "--dialect", "godot-4"))
        .contains("16,777,220 bytes, Array\ndialect godot-4: Godot 4, newest");
  }

  /** Inspects a file with an array of nulls, and returns the report. */
  private String inspectNulls(int length, String... options) throws IOException {
    ByteBuffer nulls = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    nulls.putInt(28).putInt(length / 4 - 2);
    String file = Files.write(folder.resolve("nulls"), nulls.array()).toString();
    Run run =
        Run.gdvar(
            Stream.concat(Stream.of("inspect", file), Stream.of(options)).toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run.out();
  }

  @Test
  void inspectsFileWithoutCommand() {
    String file = "../../examples/godot3.save";
    assertThat(Run.gdvar(file)).isEqualTo(Run.gdvar("inspect", file));
    assertThat(Run.gdvar(file, "--json")).isEqualTo(Run.gdvar("inspect", "--json", file));
    byte[] five = {2, 0, 0, 0, 5, 0, 0, 0};
    assertThat(Run.gdvarWith(five, "-")).isEqualTo(Run.gdvarWith(five, "inspect", "-"));
  }

  @Test
  void reportsMissingFileWithoutCommand() {
    Run run = Run.gdvar("nowhere.save");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("gdvar: unknown command or file 'nowhere.save'\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inspect", "set", "pack", "generate-completion", "help"})
  void printsHelpOfNamedCommand(String command) {
    Run run = Run.gdvar("help", command);
    assertThat(run).isEqualTo(Run.gdvar(command, "--help"));
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Usage: gdvar " + command);
  }

  @Test
  void printsHelpOfAllCommandsWithoutName() {
    assertThat(Run.gdvar("help")).isEqualTo(Run.gdvar("--help"));
    assertThat(Run.gdvar("help", "nothing"))
        .isEqualTo(new Run(2, "", "gdvar: unknown command 'nothing'\n'gdvar --help' says more.\n"));
  }

  @Test
  void reportsReadError() {
    IOException failure = new IOException("Input/output error");
    Run run = withInput(failure, "roundtrip", "--lines", "--dialect", "godot-4");
    assertThat(run).isEqualTo(Run.fileError("cannot read standard input: Input/output error"));
  }

  @Test
  void reportsInternalErrorInOneLine() {
    Run run = withInput(new IllegalStateException("out of\nluck"), "inspect", "-");
    assertThat(run.code()).isEqualTo(70);
    assertThat(run.err())
        .startsWith("gdvar: internal error: java.lang.IllegalStateException: out of\\nluck at ")
        .hasLineCount(1);
  }

  @Test
  void printsVersion() {
    Run run = Run.gdvar("--version");
    assertThat(run.out()).matches("gdvar [0-9]+\\.[0-9]+\\S*\n");
    assertThat(Run.gdvar("inspect", "--version")).isEqualTo(run);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "inspect", "decode", "unpack", "pack", "dialects", "roundtrip"})
  void printsExamplesInHelp(String command) {
    Run run = Run.gdvar((command + " --help").strip().split(" "));
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("Usage: gdvar").contains("Examples:\n  gdvar " + command);
  }

  @Test
  void readsNamedFiles(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("five.bin"), new byte[] {2, 0, 0, 0, 5, 0, 0, 0});
    assertThat(Run.gdvar("inspect", file.toString()).out())
        .startsWith(file + ": 8 bytes, int\n")
        .endsWith("     0     8  int  5\n");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(Run.gdvar("inspect", empty.toString()))
        .isEqualTo(
            new Run(
                1,
                "store_var > 0 values, 0 bytes\nnote: no values found\n",
                "gdvar: " + empty + ": no values found\n"));
    for (String command : List.of("inspect", "unpack", "decode --to hex", "pack --encrypt")) {
      List<String> args = new ArrayList<>(List.of(command.split(" ")));
      args.add(folder.toString());
      assertThat(Run.gdvar(args.toArray(String[]::new)))
          .isEqualTo(Run.fileError("cannot read %s: it is a directory; name its files", folder));
      args.set(args.size() - 1, "");
      assertThat(Run.gdvar(args.toArray(String[]::new)))
          .isEqualTo(Run.fileError("cannot read '': a file needs a name"));
    }
  }

  @Test
  void printsColoursOnTerminalOnly() {
    String[] inspect = {"inspect", "--hex", "1b000000 00000000"};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Gdvar gdvar =
        new Gdvar(
            InputStream.nullInputStream(), out, OutputStream.nullOutputStream(), Surroundings.NONE);
    int code =
        gdvar.commandLine().setColorScheme(Help.defaultColorScheme(Ansi.ON)).execute(inspect);
    gdvar.flush();
    assertThat(code).isZero();
    String plain = Run.gdvar(inspect).out();
    assertThat(plain).doesNotContain("\033");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\033[36mDictionary");
    assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\033\\[[0-9;]*m", ""))
        .isEqualTo(plain);
  }

  @Test
  void reportsOtherValueOfTextWithByteOrderMark() {
    Run run = Run.gdvar("inspect", "--hex", "04000000 06000000 efbbbf61 62630000");
    assertThat(run.out()).contains("godot-4, godot-3, godot-4.3, godot-4.0: another value, String");
  }
}
