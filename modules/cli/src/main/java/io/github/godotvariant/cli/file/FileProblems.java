package io.github.godotvariant.cli.file;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.FormatCandidate;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Describes errors in files and values, for messages to the user. */
public final class FileProblems {
  public static final String FULL_OBJECT = "a full object, which is read only with --objects";

  private FileProblems() {}

  /**
   * {@return an exception for a file whose values cannot be read} The message describes the error,
   * and can contain advice.
   */
  static CliException badFile(InputFile input, SaveFileException e) throws IOException {
    String problem = contentProblem(input, e);
    boolean isCut = e.reason() == Reason.TRUNCATED && problem.equals(problem(e));
    String advice = dialectAdvice(input);
    if (advice.isEmpty() && isCut && input.options().framing().isEmpty()) {
      advice = "; 'gdvar inspect' shows what can be read";
    }
    return CliException.badData(input.name() + ": " + problem + advice);
  }

  /**
   * Returns advice to use another dialect than that of {@code --dialect}; can be empty. Opens the
   * file again and detects the dialect. The advice names the detected dialect if it is the dialect
   * of an engine and can read all values.
   */
  static String dialectAdvice(InputFile input) {
    SaveOptions open = input.options();
    if (open.dialect().isEmpty()) {
      return "";
    }
    SaveOptions without =
        new SaveOptions(
            open.key(),
            Optional.empty(),
            open.framing(),
            open.objects(),
            open.limits(),
            open.usesSearch());
    try (SaveFile save = input.openSave(without)) {
      Iterator<SaveFile.Entry> entries = save.entries();
      boolean isRead = entries.hasNext();
      while (isRead && entries.hasNext()) {
        isRead = entries.next().problem().isEmpty();
      }
      Dialect dialect = save.format().dialect();
      return isRead && dialect.hasEngineLeniency()
          ? "; --dialect may be wrong: " + dialect.name() + " reads the file"
          : "";
    } catch (SaveFileException | IOException | UncheckedIOException e) {
      return ""; // The caller reports the first problem, which is more important.
    }
  }

  /**
   * Returns a message about a file that cannot be read. If the bytes are recognised as another kind
   * of file, such as an image, the message names that kind. Otherwise the message describes the
   * error.
   */
  static String contentProblem(InputFile input, SaveFileException e) throws IOException {
    String problem = problem(e);
    if (input.options().framing().isPresent() || e instanceof AmbiguousSaveFileException) {
      return problem;
    }
    boolean isNumber =
        input.size() == 4
            && (e.reason() == Reason.NOT_RECOGNIZED || e.reason() == Reason.TRUNCATED);
    Optional<String> other = FileSignatures.problem(input);
    return other.isEmpty() && isNumber
        ? FileSignatures.unknown(input.all())
        : other.orElse(problem);
  }

  /**
   * Returns an exception whose message asks the user for {@code --dialect}, because a file fits
   * several dialects.
   *
   * @param what the data that the dialects encode differently, for the message
   */
  public static CliException askForDialect(String file, String what, AmbiguousSaveFileException e) {
    List<String> names = e.candidates().stream().map(one -> one.dialect().name()).toList();
    return CliException.badData(
        "%s: %s differs between %s, and the file fits both; set --dialect %s"
            .formatted(file, what, String.join(" and ", names), String.join(" or ", names)));
  }

  /** {@return a message about an error in a file, without the name of the file} */
  public static String problem(SaveFileException e) {
    if (e instanceof AmbiguousSaveFileException ambiguous) {
      List<String> framings = ambiguous.framings().stream().map(FramingNames::name).toList();
      return framings.isEmpty()
          ? "a value at byte %s reads differently in several dialects; set --dialect: %s"
              .formatted(e.offset(), FormatCandidate.describe(ambiguous.candidates()))
          : e.problem() + " with --framing " + String.join(" or ", framings);
    }
    if (e.reason() == Reason.NOT_RECOGNIZED) {
      return FileSignatures.unknown(new byte[0]);
    }
    return String.valueOf(e.getMessage());
  }

  /**
   * Returns a message about a value that cannot be decoded, without the name of the file.
   *
   * @param entry the value
   * @param codec the codec that failed to decode the value
   */
  public static String valueProblem(SaveFileException e, SaveFile.Entry entry, VariantCodec codec) {
    return e.getCause() instanceof VariantException failure
            && isFullObject(codec, failure, entry.bytes())
        ? "value %d: %s, at byte %d, %s"
            .formatted(entry.index(), FULL_OBJECT, e.offset(), failure.shortPath())
        : problem(e);
  }

  /**
   * {@return whether decoding failed at a full object that {@code --objects} would allow} The bytes
   * after the object can contain another error.
   */
  public static boolean isFullObject(VariantCodec codec, VariantException failure, byte[] bytes) {
    if (!(failure instanceof ForbiddenVariantException)) {
      return false;
    }
    Optional<VariantException> otherwise =
        codec.withObjects(ObjectMode.FULL).inspect(bytes, 0, 0).failure();
    return otherwise.map(VariantException::byteOffset).orElse(-1L) != failure.byteOffset();
  }
}
