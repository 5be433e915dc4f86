package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.save.Compression;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Converts names on the command line, such as {@code zstd}, to compressions. */
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
   * Lists only the compressions that can be written, for completion and messages. Converts the
   * other names too, so that {@link #checkWritable} can reject them with a clear message.
   */
  public static final class Writable extends CompressionNames {
    Writable() {
      super(Compression::canCompress);
    }
  }

  /**
   * Rejects a compression that can only be read, because neither the engine nor this library can
   * write it.
   *
   * @param option the name of the option that contains the compression, for the message
   */
  public static void checkWritable(String option, Compression compression) {
    CliException.rejectUsage(
        !compression.canCompress(), option + ": " + compression + " cannot be written, only read");
  }
}
