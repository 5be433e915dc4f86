package io.github.godotvariant.cli;

import io.github.godotvariant.save.Framing;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a file does not say about itself, beside the dialect of its values. */
final class CarrierOptions {
  @Mixin private KeyOptions keys;

  @Option(
      names = "--framing",
      paramLabel = "NAME",
      converter = FramingNames.Converter.class,
      completionCandidates = FramingNames.class,
      description =
          "How values follow each other: ${COMPLETION-CANDIDATES}. If it is not given, it is found"
              + " out.")
  private Optional<Framing> framing = Optional.empty();

  CarrierOptions() {
    keys = new KeyOptions();
  }

  KeyOptions keys() {
    return keys;
  }

  Optional<Framing> framing() {
    return framing;
  }
}
