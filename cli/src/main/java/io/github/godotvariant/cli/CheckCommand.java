package io.github.godotvariant.cli;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar check}: whether files are whole, and what an engine would write. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Says whether files are sound.",
      "",
      "Every value is decoded, encoded again, and compared with what stands in the file. Where the"
          + " bytes differ, the file was not written by an engine, or was damaged in a way that"
          + " still makes sense: the first difference is shown with what the bytes mean in the file"
          + " and how they would be written."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all files are sound",
      "1:one cannot be read, or would be written differently",
      "2:the command line is wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  gdvar check saves/*.save", "  gdvar check --dialect godot-4.3 player.save"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class CheckCommand implements Callable<Integer> {
  /** So many bytes of a field are shown. */
  private static final int SHOWN_BYTES = 16;

  @ParentCommand private Gdvar gdvar;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "A file with values; - is standard input.")
  private List<String> files;

  @Mixin private Opening opening;

  @Override
  public Integer call() {
    int code = Gdvar.OK;
    for (String file : files) {
      try {
        if (!opening.read(file, spec.commandLine(), gdvar, this::isSound)) {
          code = Gdvar.BAD_DATA;
        }
      } catch (BadDataException e) {
        gdvar.flush();
        gdvar.complain(e.problem());
        code = Gdvar.BAD_DATA;
      }
    }
    return code;
  }

  private boolean isSound(StoredValues values) {
    PrintWriter out = spec.commandLine().getOut();
    String name = Text.printable(values.data().name());
    long broken = 0;
    long different = 0;
    long count = 0;
    while (values.hasNext()) {
      StoredValues.Stored stored = values.next();
      count++;
      if (stored.problem().isPresent()) {
        broken++;
        out.print(name + ": " + stored.problem().get() + "\n");
        continue;
      }
      Optional<String> difference = difference(values.codec(), stored);
      if (difference.isPresent()) {
        different++;
        out.print(name + ": value " + stored.index() + " " + difference.get() + "\n");
      }
    }
    String found = values.format() + ", " + Text.count(count, "value");
    if (broken + different == 0) {
      out.print(name + ": sound, " + found + "\n");
      return true;
    }
    out.print(
        name
            + ": not sound, "
            + found
            + (broken > 0 ? ", " + broken + " broken" : "")
            + (different > 0 ? ", " + different + " would be written differently" : "")
            + "\n");
    return false;
  }

  private static Optional<String> difference(VariantCodec codec, StoredValues.Stored stored) {
    Variant value = stored.value().orElseThrow();
    byte[] written;
    try {
      written = codec.encode(value);
    } catch (VariantException e) {
      return Optional.of("cannot be written again: " + Text.printable(e.getMessage()));
    }
    int at = Arrays.mismatch(stored.bytes(), written);
    return at < 0
        ? Optional.empty()
        : Optional.of(
            "would be written differently, first at byte "
                + at
                + " of the value\n  in the file: "
                + side(codec, stored.bytes(), at)
                + "\n  as written:  "
                + side(codec, written, at));
  }

  /** What stands at an offset, for example {@code $.name, padding: 41 42 (at 13)}. */
  private static String side(VariantCodec codec, byte[] bytes, int at) {
    return codec
        .inspect(bytes)
        .root()
        .flatMap(root -> FieldAt.find(root, at))
        .map(field -> field.describe(bytes, SHOWN_BYTES))
        .orElseGet(
            () ->
                at >= bytes.length
                    ? "nothing, it ends before"
                    : HexFormat.ofDelimiter(" ")
                        .formatHex(bytes, at, Math.min(bytes.length, at + SHOWN_BYTES)));
  }
}
