package io.github.godotvariant.cli.file;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveOptions;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How values follow each other in a file that does not show it. */
public final class CarrierOptions {
  @Option(
      names = "--framing",
      paramLabel = "FRAMING", // the script for completion keeps values by label
      converter = FramingNames.Converter.class,
      completionCandidates = FramingNames.class,
      description =
          "How values follow each other: ${COMPLETION-CANDIDATES}. If it is not given, it is found"
              + " out.")
  private Optional<Framing> framing = Optional.empty();

  Optional<Framing> framing() {
    return framing;
  }

  /** What is known for opening a file, but for its key. */
  public SaveOptions options(Optional<Dialect> dialect, ObjectMode objects) {
    return new SaveOptions(
        Optional.empty(), dialect, framing, objects, SaveOptions.DEFAULT.limits());
  }
}
