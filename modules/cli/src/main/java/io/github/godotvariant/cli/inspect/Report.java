package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import java.io.PrintWriter;
import java.util.Optional;

/** Prints the output of {@code gdvar inspect}, and records whether anything was left out. */
final class Report {

  private final PrintWriter out;
  private final Paint paint;
  private final Detail detail;
  private final boolean bytesWanted;
  private boolean hasOmissions;

  /**
   * Creates a report.
   *
   * @param bytesWanted whether to print the bytes of a value instead of a tree
   */
  Report(PrintWriter out, Paint paint, Detail detail, boolean bytesWanted) {
    this.out = out;
    this.paint = paint;
    this.detail = detail;
    this.bytesWanted = bytesWanted;
  }

  Paint paint() {
    return paint;
  }

  Detail detail() {
    return detail;
  }

  /**
   * Inspects an encoded value. The result contains only the elements and entries that are printed.
   */
  Inspection inspect(VariantCodec codec, byte[] bytes) {
    return codec.inspect(bytes, detail.elements(), detail.entries());
  }

  void line(String text) {
    out.print(text);
    out.print('\n');
  }

  /**
   * Prints a value.
   *
   * @param start the offset of the value in the file
   */
  void value(Inspection inspection, byte[] bytes, long start) {
    hasOmissions |=
        bytesWanted
            ? new ByteView(this, bytes, start).print(inspection)
            : inspection.root().map(new TreeView(this, start)::print).orElse(false);
    if (inspection
        .root()
        .flatMap(WireNode::value)
        .filter(ObjectIdValue.class::isInstance)
        .isPresent()) {
      line("note: the object's data was never written (store_var without full objects)");
    }
  }

  /** Prints a line about values that are left out. */
  void omit(String what) {
    line(paint.faint("… " + what));
    hasOmissions = true;
  }

  /** Prints a line that explains the sign {@code …} if anything was left out. */
  void end() {
    if (hasOmissions) {
      line(paint.faint("… is where something was left out; --full prints it all"));
    }
  }

  /** Throws a {@link CliException} if {@code problem} is present. This ends the command. */
  static void reject(String name, Optional<String> problem) {
    if (problem.isPresent()) {
      throw CliException.badData(name + ": " + problem.get());
    }
  }

  /** Returns the message about a value that cannot be read. */
  static String problem(VariantCodec codec, VariantException failure, byte[] bytes) {
    return FileProblems.isFullObject(codec, failure, bytes)
        ? "%s, at byte %s, %s"
            .formatted(FileProblems.FULL_OBJECT, failure.byteOffset(), failure.shortPath())
        : String.valueOf(failure.getMessage());
  }
}
