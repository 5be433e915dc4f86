package io.github.godotvariant.cli.values;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.convert.VariantDiff;
import java.io.PrintWriter;

/** Prints the differences between two values, for example {@code ~ $.gold int 100 → int 250}. */
public final class DifferencePrinter {
  private final PrintWriter out;
  private final Notation first;
  private final Notation second;
  private final Paint paint;
  private final PathText paths = new PathText();

  /**
   * Creates a printer.
   *
   * @param first the notation of the first value
   * @param second the notation of the second value
   */
  public DifferencePrinter(PrintWriter out, Notation first, Notation second, Paint paint) {
    this.out = out;
    this.first = first;
    this.second = second;
    this.paint = paint;
  }

  /** Prints a difference on a line. */
  public void print(VariantDiff.Difference difference) {
    String where = paint.name(paths.of(difference.location())) + "  ";
    String before = difference.before().map(value -> describe(value, first)).orElse("");
    String after = difference.after().map(value -> describe(value, second)).orElse("");
    out.print(
        switch (difference.kind()) {
              case ADDED -> paint.good("+ ") + where + after;
              case REMOVED -> paint.alarm("- ") + where + before;
              case REORDERED -> "~ " + where + after + ", in another order";
              case CHANGED ->
                  "~ "
                      + where
                      + before
                      + " → "
                      + after
                      + (before.equals(after) ? " (the difference is not shown)" : "");
            }
            + "\n");
  }

  private String describe(Variant value, Notation notation) {
    String type = paint.type(notation.plain(notation.type(value)));
    if (value instanceof VariantArray array) {
      return type + ", " + Text.count(array.size(), "element");
    }
    if (value instanceof VariantDictionary dictionary) {
      return type + ", " + Text.count(dictionary.size(), "entry");
    }
    if (value instanceof ObjectValue object) {
      return type + ", " + Text.count(object.properties().size(), "property");
    }
    String content = notation.of(value);
    if (value instanceof PackedArray array) {
      String count = ", " + Text.count(array.size(), "element");
      return type + count + (content.isEmpty() ? "" : ": " + content);
    }
    return content.isEmpty() ? type : type + " " + content;
  }
}
