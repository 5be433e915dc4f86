package io.github.godotvariant.cli.edit;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.OutputFile;
import io.github.godotvariant.cli.file.PathOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.file.ValueText;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.values.DeclaredTypes;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.DifferencePrinter;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.VariantDiff;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Changes one value of a file, and keeps the bytes of the other values. */
final class ValueEditor {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Write OUT, or standard output for -, and do not change FILE.")
  private Optional<String> output = Optional.empty();

  @Mixin private InputOptions options = new InputOptions();

  /** Computes the changed value. */
  @FunctionalInterface
  interface Change {
    /**
     * Returns the changed value.
     *
     * @param codec the codec that encodes the changed value
     * @param name the name of the file in messages
     */
    Variant of(Variant before, VariantCodec codec, String name);
  }

  /**
   * Changes a value of a file. Prints the difference, unless the changed file is written to
   * standard output.
   *
   * @return the exit code
   */
  int edit(PathOptions path, Terminal terminal, Paint paint, Change change) {
    options.layers().checkWritable();
    return options.read(
        path.file(),
        input -> output.isEmpty(),
        terminal,
        input -> {
          input.parseText();
          try (StoredValues values = input.values()) {
            return edit(path, input, values, terminal, paint, change);
          }
        });
  }

  private int edit(
      PathOptions path,
      InputFile input,
      StoredValues values,
      Terminal terminal,
      Paint paint,
      Change change)
      throws IOException {
    OutputFile target = OutputFile.ofEdit(output, input, terminal);
    List<SaveFile.Entry> all = values.keepEntries();
    StoredValues.Stored stored = path.choose(values);
    Variant before = stored.value();
    String name = input.name();
    SaveFormat format = values.settledFormat();
    VariantCodec codec = values.file().codec();
    byte[] bytes = encoded(change, before, codec, format, name);
    if (target.locked().isPresent() && Arrays.equals(bytes, stored.bytes())) {
      return ExitCode.OK; // nothing has changed, so the file is not replaced
    }
    terminal.printProblems(name, values.file().remarks());
    if (values.file().hasSurroundingBytes()) {
      terminal.printProblem(
          name + ": the other bytes stay the same; a length or checksum in them can be wrong now");
    }
    Optional<ValueText> newText = input.text().map(old -> old.with(codec.decode(bytes)));
    if (newText.isPresent()) {
      warnOfLayout(input.text().get(), before, newText.get(), name, terminal);
    }
    byte[] rest = values.file().trailingBytes();
    target.write(
        writer -> {
          if (newText.isPresent()) {
            writer.storeString(newText.get().text());
            return;
          }
          for (SaveFile.Entry entry : all) {
            writer.storeBuffer(entry.precedingBytes());
            writer.storeEncoded(entry.index() == stored.index() ? bytes : entry.bytes());
          }
          writer.storeBuffer(rest);
        },
        format,
        options.layers().compression());
    if (hasUnreadData(stored.bytes(), before, codec)) {
      terminal.printProblem(
          name
              + ": value "
              + stored.index()
              + " contained data that engines do not read, such as the first of two equal keys or"
              + " text after a NUL, which was not written again; 'gdvar check' finds such values");
    }
    if (target.path().isPresent()) {
      Notation notation = new Notation(Detail.SHORT, codec.dialect());
      try {
        // The encoded value is compared, because components may have been rounded.
        VariantDiff.between(before, codec.decode(bytes))
            .forEach(new DifferencePrinter(terminal.out(), notation, notation, paint)::print);
        terminal.flush();
      } catch (Terminal.OutputException e) {
        if (!terminal.surroundings().outputIsPipe().getAsBoolean()) {
          terminal.printProblem(
              target.path().get() + " is changed, but the difference cannot be printed");
        }
        throw e;
      }
    }
    return ExitCode.OK;
  }

  private static void warnOfLayout(
      ValueText old, Variant before, ValueText changed, String name, Terminal terminal) {
    if (old.isJson() && !changed.isJson()) {
      terminal.printProblem(name + ": the new text is not JSON, but the old text was");
    }
    if (old.hasMark()) {
      terminal.printProblem(name + ": the byte order mark of the text is not kept");
    }
    if (!old.isPrinted(before)) {
      terminal.printProblem(
          name
              + ": the layout of the text is not kept, because it differs from the output of"
              + " var_to_str; to keep more than 32 bits of a component, use --dialect godot-4"
              + " --double");
    }
  }

  /**
   * Returns whether the bytes of a stored value are longer than a new encoding of this value. They
   * then contain data that engines do not read.
   */
  private static boolean hasUnreadData(byte[] bytes, Variant value, VariantCodec codec) {
    try {
      return codec.encodedSize(value) < bytes.length;
    } catch (VariantException e) {
      return false; // a part of the old value cannot be written; the change removed that part
    }
  }

  private static byte[] encoded(
      Change change, Variant before, VariantCodec codec, SaveFormat format, String name) {
    try {
      Variant value = change.of(before, codec, name);
      DeclaredTypes.checkClasses(value, format.objects());
      return format.encode(value);
    } catch (AmbiguousSaveFileException e) {
      throw FileProblems.askForDialect(name, "the data to write", e);
    }
  }
}
