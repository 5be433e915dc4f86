package io.github.godotvariant.cli.file;

import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveFileException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Bytes that {@code PackedByteArray.compress} made, which do not show that they are compressed. */
public final class RawCompression {
  @Option(
      names = "--decompress",
      paramLabel = "MODE",
      converter = Mode.class,
      completionCandidates = Mode.ToRead.class,
      description =
          "The bytes are what PackedByteArray.compress made, which does not show: fastlz, deflate,"
              + " zstd, gzip or brotli.")
  private Optional<Compression> compression = Optional.empty();

  /** Finds ways to compress by name. */
  public static final class Mode implements CommandLine.ITypeConverter<Compression> {
    @Override
    public Compression convert(String name) {
      return Stream.of(Compression.values())
          .filter(compression -> name(compression).equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "'" + name + "' is not one of " + String.join(", ", new ToRead())));
    }

    /** What can be read. */
    public static final class ToRead extends ArrayList<String> {
      private static final long serialVersionUID = 1L;

      /** Called by picocli. */
      public ToRead() {
        super(Stream.of(Compression.values()).map(Mode::name).toList());
      }
    }

    /** What can be written. */
    public static final class ToWrite extends ArrayList<String> {
      private static final long serialVersionUID = 1L;

      /** Called by picocli. */
      ToWrite() {
        super(
            Stream.of(Compression.values())
                .filter(Compression::canCompress)
                .map(Mode::name)
                .toList());
      }
    }

    private static String name(Compression compression) {
      return compression.name().toLowerCase(Locale.ROOT);
    }
  }

  boolean isGiven() {
    return compression.isPresent();
  }

  /**
   * The decompressed bytes, or the same if they are not compressed like that.
   *
   * @throws SaveFileException if that is not what they are
   */
  public Data decompress(Data data) throws IOException {
    if (compression.isEmpty()) {
      return data;
    }
    try (data) {
      return data.holding(compression.get().decompress(data.all(), Data.MOST_BYTES));
    }
  }
}
