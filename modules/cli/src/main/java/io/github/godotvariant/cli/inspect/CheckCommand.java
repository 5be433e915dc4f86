package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/**
 * {@code gdvar check}: checks that files are complete and that an engine would write the same
 * bytes.
 */
@Command(
    name = "check",
    description = {
      "Checks that files are valid.",
      "",
      "Decodes each value, encodes it again, and compares the bytes. If they differ, the file was"
          + " not written by an engine, or was damaged in a way that can still be decoded: the"
          + " first difference is printed, with the meaning of the bytes in the file and as"
          + " written. Padding may have any content, because Godot 3 does not clear it. A file"
          + " without values, which a crash can leave, is invalid. So is a file with other bytes"
          + " around its values, because these bytes cannot be checked. The first 100 invalid"
          + " values are listed."
    },
    footer = {"  gdvar check saves/*.save", "  gdvar check --dialect godot-4.3 player.save"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class CheckCommand extends CliCommand {
  /**
   * The maximum number of invalid values that are listed; further invalid values are only counted.
   */
  private static final int NAMED_VALUES = 100;

  /** The maximum number of bytes of a field that a message shows. */
  private static final int SHOWN_BYTES = 16;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "A file with values; - is standard input.")
  private List<String> files;

  @Option(names = "--json", description = "Print a JSON object on a line for each file.")
  private boolean json;

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    int code = ExitCode.OK;
    for (String file : files) {
      try {
        boolean sound = options.read(file, terminal(), this::isSound);
        code = Math.max(code, sound ? ExitCode.OK : ExitCode.BAD_DATA);
      } catch (CliException e) {
        if (e.code() == ExitCode.USAGE) {
          throw e;
        }
        code = Math.max(code, e.code());
        reportProblem(file, e.problem());
      }
    }
    return code;
  }

  private void reportProblem(String file, String problem) {
    if (json) {
      new JsonLines(terminal().out())
          .error(InputFile.name(file), line -> line.writeBooleanProperty("sound", false), problem);
    }
    terminal().flush(); // the results of earlier files come before the error
    terminal().printProblem(problem);
  }

  private boolean isSound(InputFile input) throws IOException {
    try (StoredValues values = input.values()) {
      PrintWriter out = terminal().out();
      String name = values.name();
      Count count = new Count();
      List<String> problems = new ArrayList<>();
      Consumer<String> sink =
          json ? problems::add : what -> out.print(Text.printable(name) + ": " + what + "\n");
      Optional<String> end =
          values.rest(
              stored ->
                  count
                      .add(values.file().codec(), stored)
                      .filter(what -> count.unsound() <= NAMED_VALUES)
                      .ifPresent(sink));
      if (count.unsound() > NAMED_VALUES) {
        sink.accept("and " + Text.count(count.unsound() - NAMED_VALUES, "more value"));
      }
      List<String> remarks = new ArrayList<>(values.file().remarks());
      end.ifPresent(remarks::add);
      remarks.forEach(note -> sink.accept(json ? note : Text.printable(note)));
      boolean isSound = count.unsound() == 0 && remarks.isEmpty();
      SaveFormat format = values.file().format();
      if (json) {
        new JsonLines(out)
            .line(
                line -> {
                  line.writeStringProperty("file", name);
                  line.writeBooleanProperty("sound", isSound);
                  line.writeStringProperty("format", format.toString());
                  line.writeStringProperty("dialect", format.dialect().name());
                  count.describe(line);
                  JsonLines.strings(line, "problems", problems);
                });
      } else {
        String verdict = isSound ? "sound, " : "not sound, ";
        out.print(Text.printable(name) + ": " + verdict + format + ", " + count + "\n");
      }
      return isSound;
    }
  }

  /**
   * Counts all values of a file, and the values that cannot be read, would be written differently,
   * or have padding that is not zero.
   */
  private static final class Count {
    private long all;

    /** The number of values that cannot be read. */
    private long broken;

    /** The number of values whose new encoding differs from the bytes in the file. */
    private long different;

    /** The number of values with padding that is not zero. */
    private long padded;

    long unsound() {
      return broken + different;
    }

    /** Counts a value, and returns its problem if it has one. */
    Optional<String> add(VariantCodec codec, StoredValues.Stored stored) {
      all++;
      if (stored.problem().isPresent()) {
        broken++;
        return stored.problem().map(Text::printable);
      }
      Optional<String> difference = findDifference(codec, stored);
      different += difference.isPresent() ? 1 : 0;
      return difference.map(what -> "value " + stored.index() + " " + what);
    }

    /**
     * Encodes a value again, and describes the first byte that differs from the file. Returns empty
     * if the bytes are equal or differ only in padding. If the value cannot be encoded, returns the
     * reason.
     */
    private Optional<String> findDifference(VariantCodec codec, StoredValues.Stored stored) {
      byte[] bytes = stored.bytes();
      byte[] written;
      try {
        written = codec.encode(stored.value());
      } catch (VariantException e) {
        return Optional.of("cannot be written again: " + Text.printable(e.getMessage()));
      }
      if (Arrays.equals(bytes, written)) {
        return Optional.empty();
      }
      // Godot 3 writes uninitialized memory as the padding after the names of a NodePath.
      byte[] cleared = bytes.clone();
      Optional<WireNode> root = codec.inspect(bytes).root();
      root.ifPresent(node -> clearPadding(node, cleared));
      padded += Arrays.equals(bytes, cleared) ? 0 : 1;
      int at = Arrays.mismatch(cleared, written);
      return at < 0
          ? Optional.empty()
          : Optional.of(
              """
              would be written differently, first at byte %s of the value
                in the file: %s
                as written:  %s\
              """
                  .formatted(
                      at,
                      describeField(root, bytes, at),
                      describeField(codec.inspect(written).root(), written, at)));
    }

    void describe(JsonGenerator line) {
      line.writeNumberProperty("values", all);
      line.writeNumberProperty("broken", broken);
      line.writeNumberProperty("different", different);
      line.writeNumberProperty("padded", padded);
    }

    @Override
    public String toString() {
      return Text.count(all, "value")
          + (broken > 0 ? ", " + broken + " broken" : "")
          + (different > 0 ? ", " + different + " would be written differently" : "")
          + (padded > 0 ? ", " + padded + " with padding that is not zero" : "");
    }
  }

  private static void clearPadding(WireNode root, byte[] bytes) {
    Deque<WireNode> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      WireNode node = open.pop();
      for (WireField field : node.fields()) {
        if (field.name().equals("padding")) {
          Arrays.fill(bytes, field.offset(), field.offset() + field.length(), (byte) 0);
        }
      }
      node.children().forEach(open::push);
    }
  }

  /**
   * Describes the bytes at an offset, for example {@code $.name, length at byte 13: 41 42 00 00}.
   */
  private static String describeField(Optional<WireNode> root, byte[] bytes, int at) {
    return root.flatMap(node -> FieldAt.find(node, at))
        .map(field -> field.describe(bytes, SHOWN_BYTES))
        .orElse("nothing, it ends at byte " + bytes.length);
  }
}
