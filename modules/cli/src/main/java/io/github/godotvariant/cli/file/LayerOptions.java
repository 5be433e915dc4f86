package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for compressed and encrypted files. */
public final class LayerOptions {
  @Option(
      names = "--decompress",
      paramLabel = "MODE",
      converter = CompressionNames.class,
      completionCandidates = CompressionNames.class,
      description =
          "The file is the result of PackedByteArray.compress, which cannot be detected:"
              + " ${COMPLETION-CANDIDATES}.")
  private Optional<Compression> compression = Optional.empty();

  @Mixin private KeyOptions keys = new KeyOptions();

  /** {@return the compression of the whole file, if the option is given} */
  public Optional<Compression> compression() {
    return compression;
  }

  /** Rejects a compression of the whole file that cannot be written. */
  public void checkWritable() {
    compression.ifPresent(mode -> CompressionNames.checkWritable("--decompress", mode));
  }

  /** Decompresses the bytes of a file if the option is given. */
  public void decompress(InputFile input) throws IOException {
    if (compression.isPresent()) {
      input.decompress(compression.get());
    }
  }

  /**
   * Decompresses a file, finds its key, and locks it. The lock follows the prompt for the password,
   * so that other programs do not wait for the user.
   *
   * @param isReplaced whether the file is replaced; if so, it is locked
   */
  public void open(InputFile input, boolean isReplaced, SaveOptions options, Terminal terminal)
      throws IOException {
    decompress(input);
    keys.unlock(input, options, terminal);
    if (isReplaced) {
      input.lock();
    }
  }
}
