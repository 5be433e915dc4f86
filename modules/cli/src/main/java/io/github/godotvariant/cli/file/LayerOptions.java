package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Declares the options for compressed and encrypted files, and opens such files. */
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

  /** {@return the argument of {@code --decompress}; empty if the option is not given} */
  public Optional<Compression> compression() {
    return compression;
  }

  /**
   * Rejects a mode of {@code --decompress} with which the changed file cannot be compressed again.
   */
  public void checkWritable() {
    compression.ifPresent(mode -> CompressionNames.checkWritable("--decompress", mode));
  }

  /** Decompresses the bytes of a file if {@code --decompress} is given. */
  public void decompress(InputFile input) throws IOException {
    if (compression.isPresent()) {
      input.decompress(compression.get());
    }
  }

  /**
   * Decompresses a file, finds its key, and locks the file if the command replaces it. The file is
   * locked after the prompt for the password, so that other programs do not wait for the user.
   *
   * @param isReplaced whether the command replaces the file
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
