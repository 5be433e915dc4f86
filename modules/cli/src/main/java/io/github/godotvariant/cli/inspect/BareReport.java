package io.github.godotvariant.cli.inspect;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.save.FormatCandidate;
import io.github.godotvariant.save.FormatCandidate.Fit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints the report of {@code gdvar inspect} about bytes that are a single value. */
record BareReport(Report report, String name, byte[] bytes) {
  /**
   * Prints the report.
   *
   * @param ranking the possible dialects, best first; empty if an option names the dialect
   * @throws CliException if the bytes are not one value
   */
  void print(VariantCodec codec, List<FormatCandidate> ranking) {
    Inspection inspection = report.inspect(codec, bytes);
    String rest = Text.count(bytes.length - inspection.length(), "byte");
    printSummary(inspection, rest);
    printDialect(codec, ranking);
    report.line("");
    report.value(inspection, bytes, 0);
    report.end();
    Report.reject(name, inspection.failure().map(e -> Report.problem(codec, e, bytes)));
    if (inspection.length() < bytes.length) {
      throw CliException.badData(
          name + ": " + rest + " after the value, at byte " + inspection.length());
    }
  }

  private void printSummary(Inspection inspection, String rest) {
    String size = Text.count(bytes.length, "byte");
    String type =
        inspection
            .root()
            .map(WireNode::description)
            .map(new Notation(Detail.SHORT)::plain)
            .orElse("no value");
    String what = "";
    if (inspection.failure().isPresent()) {
      what = ", broken";
    } else if (inspection.length() < bytes.length) {
      what = " of " + Text.count(inspection.length(), "byte") + " and " + rest + " more";
    }
    report.line(Text.printable(name) + ": " + size + ", " + type + what);
  }

  private void printDialect(VariantCodec codec, List<FormatCandidate> ranking) {
    String called = report.paint().type(codec.dialect().toString());
    if (ranking.isEmpty()) {
      report.line("dialect " + called + ": " + codec.dialect().title());
      return;
    }
    FormatCandidate first = ranking.get(0);
    report.line("dialect " + called + ", proposed: " + reason(first));
    Optional<Variant> value = value(codec, first);
    Map<String, List<String>> answers = new LinkedHashMap<>();
    for (FormatCandidate one : ranking.subList(1, ranking.size())) {
      String answer = one.reason();
      if (one.fit() == Fit.NONE) {
        answer = "no value";
      } else if (one.fit().isWhole()) {
        boolean isSame = isWritten(codec, one, value) || value(codec, one).equals(value);
        answer = isSame ? "the same value" : "another value, " + answer;
      }
      answers.computeIfAbsent(answer, a -> new ArrayList<>()).add(one.dialect().name());
    }
    answers.forEach(
        (answer, names) -> report.line("        " + String.join(", ", names) + ": " + answer));
    report.line(
        first.explained() == 0
            ? "        Values may come later in it, or be compressed by PackedByteArray.compress:"
                + " --decompress"
            : "        The bytes do not name their dialect. If you know it, name it: --dialect");
  }

  private static String reason(FormatCandidate candidate) {
    if (candidate.fit() != Fit.NONE) {
      return candidate.reason();
    }
    return candidate.explained() == 0
        ? "no dialect reads a value from these bytes"
        : "no dialect reads all of it; this one gets as far as byte " + candidate.explained();
  }

  /**
   * Returns whether {@code value} is certainly the value that the dialect of a candidate reads from
   * the bytes. For this, the dialect must write exactly these bytes, both for the value that it
   * reads and for {@code value}.
   */
  private boolean isWritten(
      VariantCodec codec, FormatCandidate candidate, Optional<Variant> value) {
    VariantCodec writer = VariantCodec.of(candidate.dialect()).withObjects(codec.objects());
    try {
      return candidate.fit() == Fit.CANONICAL
          && value.isPresent()
          && CODEC.encodesTo(writer, value.get(), bytes);
    } catch (VariantException e) {
      return false;
    }
  }

  /** Returns the value that a candidate reads from all bytes, with full objects if necessary. */
  private Optional<Variant> value(VariantCodec codec, FormatCandidate candidate) {
    if (!candidate.fit().isWhole()) {
      return Optional.empty();
    }
    VariantCodec reader = VariantCodec.of(candidate.dialect()).withObjects(codec.objects());
    try {
      return Optional.of(reader.decode(bytes));
    } catch (ForbiddenVariantException e) {
      return Optional.of(reader.withObjects(ObjectMode.FULL).decode(bytes));
    }
  }
}
