package io.github.godotvariant.cli.file;

import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveFileException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

  /** Finds ways to compress by name, for files that are written. */
  public static final class WrittenMode implements CommandLine.ITypeConverter<Compression> {
    @Override
    public Compression convert(String name) {
      return Mode.find(name, new Mode.ToWrite());
    }
  }

  /** Finds ways to compress by name, for files that are read. */
  public static final class Mode implements CommandLine.ITypeConverter<Compression> {
    @Override
    public Compression convert(String name) {
      return find(name, new ToRead());
    }

    private static Compression find(String name, List<String> proposals) {
      return Stream.of(Compression.values())
          .filter(compression -> name(compression).equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "'" + name + "' is not one of " + String.join(", ", proposals)));
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

  /** Returns what compresses an edited file again; empty if the file is not compressed. */
  Optional<Compression> toWrite(CommandLine command) {
    compression.ifPresent(mode -> checkWritable("--decompress", mode, command));
    return compression;
  }

  /**
   * Rejects a compression that the library only reads, as the engine does.
   *
   * @param option the option that names it
   */
  public static void checkWritable(String option, Compression mode, CommandLine command) {
    if (!mode.canCompress()) {
      throw new ParameterException(command, option + ": " + mode + " cannot be written, only read");
    }
  }

  /**
   * Decompresses the bytes of a file if the option is given.
   *
   * @return the file, to be closed
   * @throws SaveFileException if they are not compressed in this way
   */
  public Data decompress(Data data) throws IOException {
    if (compression.isPresent()) {
      try {
        data.decompress(compression.get());
      } catch (IOException | RuntimeException | Error e) {
        data.close();
        throw e;
      }
    }
    return data;
  }
}
