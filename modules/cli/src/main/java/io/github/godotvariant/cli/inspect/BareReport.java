package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.dialect.Dialect;
import java.util.Optional;

/** What {@code gdvar inspect} says about bytes that are one value and nothing else. */
final class BareReport {
  private final Report report;
  private final String name;
  private final byte[] bytes;

  BareReport(Report report, String name, byte[] bytes) {
    this.report = report;
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * Prints it.
   *
   * @param proposal where the dialect comes from, if it was not given
   * @throws CliException if the bytes are not one value
   */
  void print(VariantCodec codec, Optional<DialectProposal> proposal) {
    Inspection inspection = report.inspect(codec, bytes);
    summary(inspection);
    dialect(codec.dialect(), proposal);
    report.line("");
    report.value(inspection, bytes, 0);
    report.end();
    if (inspection.failure().isPresent()) {
      throw CliException.badData(
          name + ": " + Report.problem(codec, inspection.failure().get(), bytes));
    }
    if (inspection.length() < bytes.length) {
      String rest = Text.count(bytes.length - inspection.length(), "byte");
      throw CliException.badData(
          name + ": " + rest + " behind the value, at byte " + inspection.length());
    }
  }

  private void summary(Inspection inspection) {
    String size = Text.count(bytes.length, "byte");
    String type =
        inspection
            .root()
            .map(WireNode::description)
            .map(new Notation(Detail.SHORT)::plain)
            .orElse("no value");
    String what;
    if (inspection.failure().isPresent()) {
      what = type + ", broken";
    } else if (inspection.length() < bytes.length) {
      String rest = Text.count(bytes.length - inspection.length(), "byte");
      what = type + " of " + Text.count(inspection.length(), "byte") + " and " + rest + " more";
    } else {
      what = type;
    }
    report.line(Text.printable(name) + ": " + size + ", " + what);
  }

  private void dialect(Dialect dialect, Optional<DialectProposal> proposal) {
    String called = report.paint().type(dialect.toString());
    if (proposal.isEmpty()) {
      report.line("dialect " + called + ": " + dialect.title());
      return;
    }
    report.line("dialect " + called + ", proposed: " + proposal.get().reason());
    for (String other : proposal.get().others()) {
      report.line("        " + other);
    }
    report.line(
        proposal.get().isHopeless()
            ? "        Values may come later in it, or be compressed by PackedByteArray.compress:"
                + " --decompress"
            : "        The bytes do not name their dialect. If you know it, name it: --dialect");
  }
}
