package io.github.godotvariant.cli.convert;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.file.CodecOptions;
import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar roundtrip}: decodes and encodes again, a line at a time. */
@Command(
    name = "roundtrip",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Decodes values and encodes them again.",
      "",
      "Reads one value in hex from each line of standard input, and writes one line for it: the"
          + " bytes in hex as they are when the value is encoded again, or 'error: ' and what is"
          + " wrong with the line. An answer is written as soon as no more input is waiting, so"
          + " another program can ask and read in turn."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every line has its answer, be it an error",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar roundtrip --lines --dialect godot-4 < values.hex",
      "  echo 0200000005000000 | gdvar roundtrip --lines --dialect godot-4"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RoundtripCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Option(names = "--lines", required = true, description = "One value in hex to a line.")
  @SuppressWarnings("unused") // it has to be there, so that there can be other ways one day
  private boolean lines;

  @Option(
      names = "--dialect",
      required = true,
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description = "What the values are written in; 'gdvar dialects' lists the names.")
  private Dialect dialect;

  @Mixin private CodecOptions options;

  @Option(
      names = "--allow-trailing",
      description = "Ignore bytes behind a value, as engines do, instead of refusing the line.")
  private boolean allowTrailing;

  @Override
  public Integer call() {
    VariantCodec codec = options.codec(dialect, spec.commandLine());
    new Lines(session.in(), spec.commandLine().getOut())
        .answer(line -> answer(codec, HexText.parse(line)));
    return ExitCode.OK;
  }

  private String answer(VariantCodec codec, byte[] bytes) {
    Variant value = allowTrailing ? codec.decodePrefix(bytes).value() : codec.decode(bytes);
    return HexFormat.of().formatHex(codec.encode(value));
  }
}
