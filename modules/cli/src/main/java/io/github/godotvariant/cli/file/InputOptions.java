package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Declares the options of commands that read files with values, and opens files with these options.
 */
public final class InputOptions {
  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      converter = DialectNames.class,
      completionCandidates = DialectNames.class,
      description =
          "The dialect of the values; 'gdvar dialects' lists the names. By default it is detected;"
              + " without a file to detect it from, it is godot-4.")
  private Optional<Dialect> dialect = Optional.empty();

  @Option(
      names = "--objects",
      description =
          "Read and write full objects, as bytes_to_var_with_objects does. They are data; none of"
              + " their code runs.")
  private boolean objects;

  @Option(
      names = "--double",
      description =
          "The engine was built with double precision. Godot 4 then writes 64-bit vectors; reading"
              + " does not need this option. The manual's dialects read and write 64 bits. Needs"
              + " --dialect.")
  private boolean doublePrecision;

  @Option(
      names = "--framing",
      paramLabel = "FRAMING", // the completion script stores values by label
      converter = FramingNames.class,
      completionCandidates = FramingNames.class,
      description =
          "How values follow each other: ${COMPLETION-CANDIDATES}. By default it is detected.")
  private Optional<Framing> framing = Optional.empty();

  @Mixin private LayerOptions layers = new LayerOptions();

  /** {@return the argument of {@code --dialect}; empty if the option is not given} */
  public Optional<Dialect> dialect() {
    return dialect;
  }

  /** {@return the argument of {@code --framing}; empty if the option is not given} */
  public Optional<Framing> framing() {
    return framing;
  }

  /**
   * {@return the mode that reads and writes full objects if {@code --objects} is given; otherwise
   * the mode with object ids}
   */
  public ObjectMode objects() {
    return objects ? ObjectMode.FULL : ObjectMode.IDS;
  }

  /** {@return a codec for a dialect, with the precision and object mode that the options set} */
  public VariantCodec codec(Dialect named) {
    CliException.rejectUsage(
        doublePrecision && !named.hasDoublePrecision(),
        "--double: " + named.name() + " has no double-precision form");
    RealPrecision precision = doublePrecision ? RealPrecision.DOUBLE : named.realPrecision();
    return VariantCodec.of(named.withRealPrecision(precision)).withObjects(objects());
  }

  /**
   * {@return the codec for {@code --lines}} Requires {@code --dialect}, because the dialect of
   * lines is never detected.
   */
  public VariantCodec codecForLines() {
    CliException.rejectUsage(dialect.isEmpty(), "--lines needs --dialect");
    CliException.rejectUsage(
        framing.isPresent() || layers.compression().isPresent(),
        "--framing and --decompress are for files");
    return codec(dialect.get());
  }

  /**
   * {@return the format of a new file with the dialect and framing that the options set, without
   * compression or encryption}
   */
  public SaveFormat format() {
    checkDouble();
    return SaveFormat.of(codec(dialect.orElse(Dialect.GODOT_4)).dialect())
        .withFraming(framing.orElse(Framing.STORE_VAR))
        .withObjects(objects());
  }

  private void checkDouble() {
    CliException.rejectUsage(doublePrecision && dialect.isEmpty(), "--double needs --dialect");
  }

  /** {@return the options for opening a file, without its key} */
  public SaveOptions saveOptions() {
    checkDouble();
    return new SaveOptions(
        Optional.empty(),
        dialect.map(named -> codec(named).dialect()),
        framing,
        objects(),
        SaveOptions.DEFAULT.limits(),
        true);
  }

  /** {@return the options for compressed and encrypted files} */
  public LayerOptions layers() {
    return layers;
  }

  /** Rejects {@code --decompress}, for commands that do not compress their output again. */
  public void rejectDecompress() {
    CliException.rejectUsage(
        layers.compression().isPresent(),
        "--decompress: the output would not be compressed again; use 'gdvar unpack' first");
  }

  /**
   * Opens a file and passes it to {@code work}.
   *
   * @param file the name, or {@code -} for standard input
   * @return the result of {@code work}
   * @throws CliException if the file cannot be read, is damaged, or does not contain values
   */
  public <T> T read(String file, Terminal terminal, InputFile.Work<T> work) {
    return read(file, input -> false, terminal, work);
  }

  /**
   * Opens a file that the command may replace, and passes it to {@code work}.
   *
   * @param file the name, or {@code -} for standard input
   * @param isReplaced returns whether the command replaces the file. If so, the file is locked
   *     before its values are read
   * @return the result of {@code work}
   * @throws CliException if the file cannot be read or locked, is damaged, or does not contain
   *     values
   */
  public <T> T read(
      String file, Predicate<InputFile> isReplaced, Terminal terminal, InputFile.Work<T> work) {
    SaveOptions options = saveOptions();
    return InputFile.with(
        InputFile.of(file, terminal, true),
        input -> {
          layers.open(input, isReplaced.test(input), options, terminal);
          return work.with(input);
        });
  }
}
