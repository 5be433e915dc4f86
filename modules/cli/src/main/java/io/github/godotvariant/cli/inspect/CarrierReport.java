package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Progress;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.FileAccessReader;
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

/** What {@code gdvar inspect} says about a file of values: what it is, then each value. */
final class CarrierReport {
  /** How many values are shown if not all are. */
  private static final int SHOWN_VALUES = 64;

  private final Report report;
  private final InputFile data;
  private final SaveOptions options;
  private final List<Layer> layers;
  private final Framing framing;

  private Dialect dialect = Dialect.GODOT_4;
  private List<Candidate> candidates = List.of();
  private List<String> remarks = List.of();
  private long values;
  private long length;
  private long broken;
  private Optional<String> problem = Optional.empty();

  /**
   * A report.
   *
   * @param options what opens the file, with its key
   * @param layers what is wrapped around the contents
   * @param framing how values follow each other in them
   */
  CarrierReport(
      Report report, InputFile data, SaveOptions options, List<Layer> layers, Framing framing) {
    this.report = report;
    this.data = data;
    this.options = options.withFraming(framing);
    this.layers = layers;
    this.framing = framing;
  }

  /**
   * Prints it.
   *
   * @throws CliException if a value is broken, or the file is
   */
  void print(Progress progress) throws IOException {
    survey();
    progress.end();
    summary();
    trees();
    report.end();
    if (problem.isPresent()) {
      String others = broken > 1 ? "; " + Text.count(broken, "value") + " are broken in all" : "";
      throw CliException.badData(data.name() + ": " + problem.get() + others);
    }
    if (values == 0) {
      throw CliException.badData(data.name() + ": no values found");
    }
  }

  /** Goes through the whole file for what stands above the values. */
  private void survey() throws IOException {
    try (SaveFile save = data.values(options)) {
      try {
        for (Iterator<SaveFile.Entry> each = save.entries(); each.hasNext(); values++) {
          SaveFile.Entry entry = each.next();
          entry
              .problem()
              .ifPresent(
                  e -> breaks(FileProblems.problem(e, entry.index(), entry.bytes(), save.codec())));
        }
        length = save.position();
      } catch (AmbiguousSaveFileException e) {
        throw e;
      } catch (SaveFileException e) {
        surveyRest(e);
      }
      dialect = save.format().dialect();
      candidates = save.candidates();
      if (broken == 0) {
        remarks = save.remarks();
      }
    }
  }

  /** Counts what is left where values can be told apart, but not read as such any more. */
  private void surveyRest(SaveFileException problem) throws IOException {
    try (FileAccessReader reader = data.pieces(options)) {
      Pieces pieces = new Pieces(reader, framing);
      long readable = values;
      values = 0;
      boolean whole = true;
      for (Optional<Pieces.Piece> piece = next(pieces, whole);
          piece.isPresent();
          piece = next(pieces, whole)) {
        whole = piece.get().missing().isEmpty();
        if (!whole) {
          breaks(piece.get().missing().get());
        } else if (values == readable) {
          breaks(FileProblems.problem(problem));
        }
        values++;
      }
      length = pieces.position();
    }
  }

  /** The next value, if the one before was there as a whole. */
  private Optional<Pieces.Piece> next(Pieces pieces, boolean whole) throws IOException {
    try {
      return whole ? pieces.next() : Optional.empty();
    } catch (SaveFileException e) {
      breaks(FileProblems.problem(e));
      return Optional.empty();
    }
  }

  private void breaks(String what) {
    broken++;
    if (problem.isEmpty()) {
      problem = Optional.of(what);
    }
  }

  private void summary() throws IOException {
    String chain =
        Stream.concat(layers.stream(), Stream.of(framing))
            .map(Object::toString)
            .collect(Collectors.joining(" > "));
    String name = values == 0 ? "" : ", " + report.paint().type(dialect.toString());
    report.line(
        chain
            + " > "
            + Text.count(values, "value")
            + (broken == 0 ? "" : ", " + broken + " broken")
            + name
            + ", "
            + Text.count(length, "byte"));
    if (!layers.isEmpty()) {
      report.line(
          "offsets count in the contents, as 'gdvar unpack' writes them; the file has "
              + Text.count(data.size(), "byte"));
    }
    for (String remark : remarks) {
      report.line("note: " + remark);
    }
    if (!Pieces.areInPlace(framing)) {
      report.line("offsets count in the bytes of each value, not in the Base64");
    }
    if (options.dialect().isEmpty()) {
      otherDialects(candidates, dialect, broken == 0).forEach(report::line);
    }
  }

  /**
   * What else a file may be in whose dialect was found out, in words.
   *
   * @param candidates how well each dialect fits
   * @param dialect the one that was taken
   * @param isWhole whether all values can be read in it
   */
  static List<String> otherDialects(List<Candidate> candidates, Dialect dialect, boolean isWhole) {
    List<String> others = new ArrayList<>();
    String also =
        candidates.stream()
            .filter(one -> one.fit() == Fit.CANONICAL || one.fit() == Fit.READABLE)
            .map(one -> one.dialect().name())
            .filter(one -> one.equals("godot-3") && !one.equals(dialect.name()))
            .collect(Collectors.joining(", "));
    if (!also.isEmpty() && isWhole) {
      others.add("the same values in " + also + ": if it is that, say --dialect " + also);
    }
    String manuals =
        candidates.stream()
            .filter(one -> one.fit() == Fit.CANONICAL && !one.dialect().engineLeniency())
            .map(one -> one.dialect().name())
            .filter(one -> !one.equals(dialect.name()))
            .collect(Collectors.joining(", "));
    if (!manuals.isEmpty()) {
      others.add("fits " + manuals + " as well: if it was made from the manual, say --dialect");
    }
    return others;
  }

  private void trees() throws IOException {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(options.objects());
    boolean all = report.detail().equals(Detail.FULL);
    try (FileAccessReader reader = data.pieces(options)) {
      Pieces pieces = new Pieces(reader, framing);
      for (long i = 0; i < values; i++) {
        if (i == SHOWN_VALUES && !all) {
          report.line("");
          report.leaveOut(Text.count(values - i, "more value"));
          return;
        }
        Pieces.Piece piece = pieces.next().orElseThrow();
        Inspection inspection = report.inspect(codec, piece.bytes());
        report.line("");
        if (values > 1) {
          report.line(report.paint().name("value " + i));
        }
        report.value(inspection, piece.bytes(), Pieces.areInPlace(framing) ? piece.start() : 0);
      }
    }
  }
}
