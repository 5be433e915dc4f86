package io.github.godotvariant.cli.pack;

import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.LayerOptions;
import io.github.godotvariant.cli.file.OutputOptions;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gdvar unpack}: writes the contents of a compressed or encrypted file. */
@Command(
    name = "unpack",
    description = {
      "Decrypts and decompresses a file.",
      "",
      "The output is what the game stored, byte for byte: with store_var, each value after its"
          + " length. The values are not decoded. A plain file is copied."
    },
    footer = {
      "  gdvar unpack player.save -o player.plain",
      "  gdvar unpack player.save | xxd | less"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class UnpackCommand extends CliCommand {
  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Mixin private OutputOptions output;
  @Mixin private LayerOptions layers;

  @Override
  public Integer call() {
    return InputFile.with(InputFile.of(file, terminal(), true), this::unpack);
  }

  private int unpack(InputFile input) throws IOException {
    output.of(input, terminal()); // rejects an invalid output before anything is read
    layers.open(input, output.isInPlace(), InputFile.UNLIMITED, terminal());
    CliException.rejectData(
        input.size() == 0, input.name() + ": it is empty, and nothing was written");
    output.of(input, terminal()).copy(input, SaveFormat.of(Dialect.GODOT_4), Optional.empty());
    return ExitCode.OK;
  }
}
