package io.github.godotvariant.cli.edit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.compare.Comparison;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.Opening;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.file.Target;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Output;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** How one value of a file is changed, and everything else stays as it is. */
final class Edit {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Write this file, or standard output for -, and leave FILE alone.")
  private Optional<String> output = Optional.empty();

  /** What becomes of a value. */
  @FunctionalInterface
  interface Change {
    /**
     * The changed value.
     *
     * @param before what it was
     * @param codec what encodes it
     * @param name what to call the file in messages
     */
    Variant of(Variant before, VariantCodec codec, String name);
  }

  /**
   * Changes a file and says what changed, unless the values go where that would go.
   *
   * @return the exit code
   */
  int apply(Place place, Opening opening, CommandLine command, Session session, Change change) {
    Optional<Compression> compression = opening.compressionToWrite(command);
    return opening.read(
        place.file(),
        data -> output.isEmpty(),
        command,
        session,
        values -> apply(place, values, compression, command, session, change));
  }

  private int apply(
      Place place,
      StoredValues values,
      Optional<Compression> compression,
      CommandLine command,
      Session session,
      Change change)
      throws IOException {
    Optional<Path> path = Target.pathOrInput(output, values.data(), command, session);
    List<byte[]> all = values.keep();
    StoredValues.Stored stored = place.choose(values);
    Variant before = stored.value().orElseThrow();
    SaveFormat format = values.settledFormat();
    VariantCodec codec = values.codec();
    String name = values.data().name();
    byte[] bytes = encoded(change.of(before, codec, name), format, name);
    if (values.data().locked().isPresent() && Arrays.equals(bytes, stored.bytes())) {
      return ExitCode.OK; // and no reason to touch the file
    }
    session.complain(name, values.remarks());
    // Everything else stays as it is, byte for byte.
    all.set(stored.index(), bytes);
    Target.writeEncoded(all.iterator(), path, values.data().locked(), format, compression, session);
    if (holdsMore(stored.bytes(), before, codec)) {
      session.complain(
          name
              + ": value "
              + stored.index()
              + " had more in it than engines read, as an earlier one of equal keys or text behind a"
              + " NUL, which was not written again; 'gdvar check' finds such values");
    }
    if (path.isPresent()) {
      Paint paint = new Paint(command.getColorScheme().ansi());
      Notation notation = new Notation(Detail.SHORT, codec.dialect());
      try {
        // As it was written: components may have been rounded.
        new Comparison(before, codec.decode(bytes))
            .forEachRemaining(one -> command.getOut().print(one.line(notation, paint) + "\n"));
        session.flush();
      } catch (Output.Failed e) {
        if (!e.isPipeClosed()) {
          session.complain(path.get() + " is changed, but what is other in it cannot be said");
        }
        throw e;
      }
    }
    return ExitCode.OK;
  }

  /** Whether bytes hold something that no engine reads; other padding alone is not meant. */
  private static boolean holdsMore(byte[] bytes, Variant value, VariantCodec codec) {
    try {
      return codec.encodedSize(value) < bytes.length;
    } catch (VariantException e) {
      return false; // what cannot be written was taken out
    }
  }

  private static byte[] encoded(Variant value, SaveFormat format, String name) {
    try {
      DeclaredTypes.checkClasses(value, format.objects());
      return format.encode(value);
    } catch (AmbiguousSaveFileException e) {
      throw FileProblems.question(name, "what is to be written", e);
    } catch (SaveFileException e) {
      throw new BadDataException(name + ": " + e.problem());
    } catch (VariantException e) {
      throw new BadDataException(name + ": " + e.getMessage());
    }
  }
}
