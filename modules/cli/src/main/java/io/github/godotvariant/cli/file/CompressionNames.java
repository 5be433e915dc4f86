package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.save.Compression;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The compressions by their names. */
public class CompressionNames extends NamedValues<Compression> {
  CompressionNames() {
    this(compression -> true);
  }

  private CompressionNames(Predicate<Compression> proposed) {
    super(
        Stream.of(Compression.values()),
        compression -> compression.name().toLowerCase(Locale.ROOT),
        proposed);
  }

  /** The names for files that are written. Names that can only be read are converted as well. */
  public static final class Writable extends CompressionNames {
    Writable() {
      super(Compression::canCompress);
    }
  }

  /**
   * Rejects a compression that can only be read, as in the engine.
   *
   * @param option the option that names the compression
   */
  public static void checkWritable(String option, Compression compression) {
    CliException.rejectUsage(
        !compression.canCompress(), option + ": " + compression + " cannot be written, only read");
  }
}
