package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How files with values are opened: the options for it, and what goes wrong with it in words. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class Opening {
  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description =
          "What the values are written in; 'gdvar dialects' lists the names. If it is not given, it"
              + " is found out, or where there is no file to look at that of Godot 4.")
  private Optional<Dialect> dialect = Optional.empty();

  @Mixin private CodecOptions options;
  @Mixin private CarrierOptions carrier;
  @Mixin private RawCompression raw;
  @Mixin private KeyOptions keys;

  /** What reads values that come in lines, which nothing else can be known of. */
  public VariantCodec codecForLines(CommandLine command) {
    if (dialect.isEmpty()) {
      throw new ParameterException(command, "--lines needs --dialect");
    }
    if (carrier.framing().isPresent() || raw.isGiven()) {
      throw new ParameterException(command, "--framing and --decompress are for files");
    }
    return options.codec(dialect.get(), command);
  }

  /** A plain file, as the options say. */
  public SaveFormat format(CommandLine command) {
    if (options.isDoublePrecision() && dialect.isEmpty()) {
      throw new ParameterException(command, "--double needs --dialect");
    }
    VariantCodec codec = options.codec(dialect.orElse(Dialect.GODOT_4), command);
    return SaveFormat.of(codec.dialect())
        .withFraming(carrier.framing().orElse(Framing.STORE_VAR))
        .withObjects(options.objects());
  }

  /** Whether it was said what the values are written in. */
  public boolean isDialectGiven() {
    return dialect.isPresent();
  }

  /** Rejects --decompress for a command that would not compress its output again. */
  public void refuseDecompressed(CommandLine command) {
    if (raw.isGiven()) {
      throw new ParameterException(
          command,
          "--decompress: the output would not be compressed again; use 'gdvar unpack' first");
    }
  }

  /** Returns what compresses an edited file again; empty if it is not compressed as a whole. */
  public Optional<Compression> compressionToWrite(CommandLine command) {
    return raw.toWrite(command);
  }

  /** What is done with an open file. */
  @FunctionalInterface
  public interface Work<T> {
    T with(StoredValues values) throws IOException;
  }

  /**
   * Opens a file and does something with its values.
   *
   * @param file its name, or {@code -} for standard input
   * @throws BadDataException if it is damaged, or no file of values
   * @throws FileTroubleException if it cannot be read
   */
  public <T> T read(String file, CommandLine command, Session session, Work<T> work) {
    return read(file, data -> false, command, session, work);
  }

  /** Whether a file is replaced by what is made of it. */
  @FunctionalInterface
  public interface Replaced {
    boolean is(Data data) throws IOException;
  }

  /**
   * Opens a file that is perhaps replaced, and then locked before it is read.
   *
   * @param file its name, or {@code -} for standard input
   * @throws BadDataException if it is damaged, or no file of values
   * @throws FileTroubleException if it cannot be read, or locked
   */
  public <T> T read(
      String file, Replaced replaced, CommandLine command, Session session, Work<T> work) {
    if (options.isDoublePrecision() && dialect.isEmpty()) {
      throw new ParameterException(command, "--double needs --dialect");
    }
    SaveOptions known =
        carrier.options(
            dialect.map(name -> options.codec(name, command).dialect()), options.objects());
    String name = Source.name(file);
    try (Data data =
        raw.decompress(Source.open(file, command, session, session.progressBesideResults()))) {
      SaveOptions open = keys.unlock(data, known, command, session);
      if (replaced.is(data)) {
        data.lock(); // not while somebody is asked for a password
      }
      try (StoredValues values = new StoredValues(data, open)) {
        return work.with(values);
      } catch (SaveFileException e) {
        throw FileProblems.bad(data, open, e);
      }
    } catch (SaveFileException e) {
      throw FileProblems.bad(name, e);
    } catch (IOException e) {
      throw Source.unreadable(name, e);
    }
  }
}
