package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.FormatCandidate;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the report of {@code gdvar inspect} about a file of values: first the format, then each
 * value.
 */
final class CarrierReport {
  /** The maximum number of shown values without {@code --full}. */
  private static final int SHOWN_VALUES = 64;

  /**
   * The maximum number of bytes that the values to print may have in memory. If they have more
   * bytes, the file is read again.
   */
  private static final long MAX_KEPT_BYTES = 1 << 26;

  private final Report report;
  private final InputFile input;
  private final SaveFile save;

  private final List<SaveFile.Entry> kept = new ArrayList<>();
  private long values;
  private long length;
  private long broken;
  private Optional<String> problem = Optional.empty();

  /**
   * Creates a report.
   *
   * @param save the open file, before its first value; {@link #print} closes it
   */
  CarrierReport(Report report, InputFile input, SaveFile save) {
    this.report = report;
    this.input = input;
    this.save = save;
  }

  /**
   * Prints the report.
   *
   * @throws CliException if the file or a value is broken, or if there are no values
   */
  void print() throws IOException {
    readAll();
    input.progress().end();
    printSummary();
    printTrees();
    report.end();
    String others = broken > 1 ? "; " + Text.count(broken, "value") + " are broken in all" : "";
    Report.reject(input.name(), problem.map(first -> first + others));
    CliException.rejectData(values == 0, input.name() + ": no values found");
  }

  /** Reads the whole file, because the lines above the values describe all of it. */
  private void readAll() throws IOException {
    try (save) {
      long keptBytes = 0;
      try {
        for (Iterator<SaveFile.Entry> each = save.entries(); each.hasNext(); values++) {
          SaveFile.Entry entry = each.next();
          entry
              .problem()
              .map(e -> FileProblems.valueProblem(e, entry, save.codec()))
              .ifPresent(this::addProblem);
          keptBytes += entry.bytes().length;
          if (kept.size() == values && values < SHOWN_VALUES && keptBytes <= MAX_KEPT_BYTES) {
            kept.add(entry);
          }
        }
      } catch (AmbiguousSaveFileException e) {
        throw e;
      } catch (SaveFileException e) {
        addProblem(FileProblems.problem(e));
      }
      length = save.position() + save.trailingBytes().length;
    }
  }

  private void addProblem(String what) {
    broken++;
    if (problem.isEmpty()) {
      problem = Optional.of(what);
    }
  }

  private void printSummary() throws IOException {
    List<Layer> layers = save.format().layers();
    String problems = broken == 0 ? "" : ", " + broken + " broken";
    String type = values == 0 ? "" : ", " + report.paint().type(dialect().toString());
    String size = Text.count(values, "value") + problems + type + ", " + Text.count(length, "byte");
    report.line(chain(Stream.concat(layers.stream(), Stream.of(save.framing()))) + " > " + size);
    if (!layers.isEmpty()) {
      report.line(
          "offsets count in the contents, as 'gdvar unpack' writes them; the file has "
              + Text.count(input.size(), "byte"));
    }
    if (broken == 0) {
      save.remarks().forEach(note -> report.line("note: " + note));
    }
    if (!isInPlace()) {
      report.line("offsets count in the bytes of each value, not in the Base64");
    }
    if (input.options().dialect().isEmpty()) {
      List<FormatCandidate> shown =
          save.candidates().stream()
              .filter(
                  one ->
                      one.dialect().hasEngineLeniency()
                          || report.detail().equals(Detail.FULL)
                          || readsOtherValues(one.dialect()))
              .toList();
      otherDialects(shown, dialect(), broken == 0).forEach(report::line);
    }
  }

  /** {@return the names of layers, outermost first, with {@code >} between them} */
  static String chain(Stream<?> layers) {
    return layers.map(Object::toString).collect(Collectors.joining(" > "));
  }

  private Dialect dialect() {
    return save.format().dialect();
  }

  /**
   * Returns whether {@code other} reads at least one of the kept values differently than the
   * detected dialect.
   */
  private boolean readsOtherValues(Dialect other) {
    return kept.stream()
        .anyMatch(entry -> !read(other, entry.bytes()).equals(read(dialect(), entry.bytes())));
  }

  private Optional<Variant> read(Dialect with, byte[] bytes) {
    try {
      return Optional.of(
          VariantCodec.of(with).withObjects(input.options().objects()).decode(bytes));
    } catch (VariantException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns lines that name other dialects in which a file may be written.
   *
   * @param candidates how well each dialect fits
   * @param dialect the detected dialect
   * @param isWhole whether all values can be read in the detected dialect
   */
  static List<String> otherDialects(
      List<FormatCandidate> candidates, Dialect dialect, boolean isWhole) {
    List<FormatCandidate> others =
        candidates.stream().filter(one -> !one.dialect().name().equals(dialect.name())).toList();
    List<String> lines = new ArrayList<>();
    if (isWhole
        && others.stream()
            .anyMatch(one -> one.fit().isWhole() && one.dialect().name().equals("godot-3"))) {
      lines.add("the same values in godot-3: if it is that, say --dialect godot-3");
    }
    String manuals =
        others.stream()
            .filter(one -> one.fit() == Fit.CANONICAL && !one.dialect().hasEngineLeniency())
            .map(one -> one.dialect().name())
            .collect(Collectors.joining(", "));
    if (!manuals.isEmpty()) {
      lines.add("fits " + manuals + " as well: if it was made from the manual, say --dialect");
    }
    return lines;
  }

  private void printTrees() throws IOException {
    boolean all = report.detail().equals(Detail.FULL);
    if (kept.size() == values || (kept.size() == SHOWN_VALUES && !all)) {
      printTrees(kept.iterator(), all);
      return;
    }
    SaveOptions options = input.options();
    try (SaveFile again =
        input.openSave(
            save.hasSurroundingBytes() ? options : options.withFraming(save.framing()))) {
      printTrees(again.entries(), all);
    }
  }

  private void printTrees(Iterator<SaveFile.Entry> entries, boolean all) {
    VariantCodec codec = VariantCodec.of(dialect()).withObjects(input.options().objects());
    for (long i = 0; i < values; i++) {
      report.line("");
      if (i == SHOWN_VALUES && !all) {
        report.omit(Text.count(values - i, "more value"));
        return;
      }
      SaveFile.Entry entry = entries.next();
      if (values > 1 || save.hasSurroundingBytes()) {
        String place = save.hasSurroundingBytes() ? ", at byte " + entry.offset() : "";
        report.line(report.paint().name("value " + i) + place);
      }
      Inspection inspection = report.inspect(codec, entry.bytes());
      report.value(inspection, entry.bytes(), isInPlace() ? entry.offset() : 0);
    }
  }

  /**
   * Returns whether the printed offsets count from the start of the contents of the file. For
   * Base64, they count from the start of each value.
   */
  private boolean isInPlace() {
    return save.framing() != Framing.BASE64;
  }
}
