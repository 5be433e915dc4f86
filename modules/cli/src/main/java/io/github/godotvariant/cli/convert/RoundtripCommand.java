package io.github.godotvariant.cli.convert;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.Lines;
import io.github.godotvariant.codec.VariantCodec;
import java.util.HexFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gdvar roundtrip}: decodes and encodes values, line by line. */
@Command(
    name = "roundtrip",
    description = {
      "Decodes values and encodes them again.",
      "",
      "Reads one value in hex from each line of standard input, and writes one line for it: the"
          + " bytes of the encoded value in hex, or 'error: ' and the problem. Each result is"
          + " written as soon as no more input is waiting, so that another program can write and"
          + " read in turn."
    },
    footer = {
      "  gdvar roundtrip --lines --dialect godot-4 < values.hex",
      "  echo 0200000005000000 | gdvar roundtrip --lines --dialect godot-4"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RoundtripCommand extends CliCommand {
  @Option(names = "--lines", required = true, description = "One value in hex on each line.")
  @SuppressWarnings("unused") // required, so that later releases can add other inputs
  private boolean lines;

  @Mixin private InputOptions options;

  @Option(
      names = "--allow-trailing",
      description = "Ignore bytes after a value, as engines do, instead of rejecting the line.")
  private boolean allowTrailing;

  @Override
  public Integer call() {
    VariantCodec codec = options.codecForLines();
    Lines.answer(terminal(), line -> answer(codec, HexText.parse(line)));
    return ExitCode.OK;
  }

  private String answer(VariantCodec codec, byte[] bytes) {
    Variant value = allowTrailing ? codec.decodePrefix(bytes).value() : codec.decode(bytes);
    return HexFormat.of().formatHex(codec.encode(value));
  }
}
