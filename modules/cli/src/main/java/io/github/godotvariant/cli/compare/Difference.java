package io.github.godotvariant.cli.compare;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.cli.values.Step;
import java.util.Optional;

/**
 * A place where two values differ.
 *
 * @param place where
 * @param before what is there in the one; empty if nothing is
 * @param after what is there in the other; empty if nothing is
 * @param inOrder whether it is their order that differs
 */
public record Difference(
    Step place, Optional<Variant> before, Optional<Variant> after, boolean inOrder) {
  /** A whole value that only the other has. */
  static Difference added(Variant value) {
    return new Difference(Step.ROOT, Optional.empty(), Optional.of(value), false);
  }

  /** A whole value that only the one has. */
  static Difference removed(Variant value) {
    return new Difference(Step.ROOT, Optional.of(value), Optional.empty(), false);
  }

  /** The difference in a line, for example {@code ~ $.gold int 100 → int 250}. */
  public String line(Notation notation, Paint paint) {
    return line(notation, notation, paint);
  }

  /** The same with one notation for what was there before, and one for what is there after. */
  public String line(Notation first, Notation second, Paint paint) {
    String where = paint.name(place.toString()) + "  ";
    if (before.isEmpty()) {
      return paint.good("+ ") + where + describe(after.orElseThrow(), second, paint);
    }
    if (after.isEmpty()) {
      return paint.alarm("- ") + where + describe(before.get(), first, paint);
    }
    String old = describe(before.get(), first, paint);
    String young = describe(after.get(), second, paint);
    if (inOrder) {
      return "~ " + where + young + ", in another order";
    }
    String alike = old.equals(young) ? " (they differ in what is not shown)" : "";
    return "~ " + where + old + " → " + young + alike;
  }

  private static String describe(Variant value, Notation notation, Paint paint) {
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
