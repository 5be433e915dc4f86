package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.save.Compression;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A converter from names on the command line to compressions. */
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

  /**
   * A converter that lists only the names for output. It converts the other names as well, so that
   * {@link #checkWritable} can reject them.
   */
  public static final class Writable extends CompressionNames {
    Writable() {
      super(Compression::canCompress);
    }
  }

  /**
   * Rejects a compression that this library, like the engine, can only read.
   *
   * @param option the option that names the compression
   */
  public static void checkWritable(String option, Compression compression) {
    CliException.rejectUsage(
        !compression.canCompress(), option + ": " + compression + " cannot be written, only read");
  }
}
