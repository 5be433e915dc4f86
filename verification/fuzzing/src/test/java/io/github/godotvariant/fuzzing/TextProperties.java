package io.github.godotvariant.fuzzing;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Properties of engine text and paths. */
final class TextProperties {
  private static final List<VariantText> NOTATIONS =
      Arrays.stream(TextNotation.values())
          .map(VariantText::of)
          .flatMap(text -> Stream.of(text, text.withLimits(ReadLimits.NETWORK)))
          .toList();

  private TextProperties() {}

  /** A parsed value is printed and parsed again to a value with the same text, also as a stream. */
  static void parse(Input input) throws IOException {
    VariantText text = notation(input);
    Variant value;
    try {
      value = text.parse(input.text());
    } catch (VariantException e) {
      String problem = e.getMessage();
      try {
        Variant streamed = text.parse(new StringReader(input.text()));
        throw new AssertionError(streamed + " from a stream, but " + problem);
      } catch (VariantException same) {
        Check.same(problem, same.getMessage(), "problems of a text and a stream");
      }
      return;
    }
    Check.same(value, text.parse(new StringReader(input.text())), "a text and a stream");
    if (Values.anyIn(value, part -> isNotReadBack(part, text))) {
      return;
    }
    String printed = text.print(value);
    String again = text.print(text.parse(printed));
    alike(printed, again);
  }

  /**
   * Returns whether the text can differ: the engine does not escape names of properties, and prints
   * a float that is exact in 32 bits with fewer digits.
   */
  private static boolean isNotReadBack(Variant value, VariantText text) {
    if (value instanceof ObjectValue object) {
      return object.properties().stream()
          .anyMatch(property -> property.name().contains("\"") || property.name().contains("\\"));
    }
    double[] floats =
        value instanceof FloatValue one
            ? new double[] {one.value()}
            : value instanceof PackedFloat64Array many ? many.toArray() : new double[0];
    return Arrays.stream(floats)
        .filter(each -> each == (float) each && Double.isFinite(each))
        .mapToObj(each -> text.print(Variant.of(each)))
        .anyMatch(digits -> !text.print(text.parse(digits)).equals(digits));
  }

  /** The number of consecutive values is bounded by the length of the text. */
  static void parseRow(Input input) {
    Iterator<Variant> values = notation(input).values(new StringReader(input.text()));
    int count = 0;
    try {
      for (; values.hasNext(); count++) {
        values.next();
      }
    } catch (VariantException e) {
      Check.that(!values.hasNext(), () -> "more after " + e.getMessage());
    }
    int all = count;
    Check.that(all <= input.bytes().length, () -> all + " values");
  }

  private static VariantText notation(Input input) {
    return NOTATIONS.get(input.choice() % NOTATIONS.size());
  }

  /**
   * Checks that two texts have the same characters. Pairs of dictionaries can change places.
   * Escapes that the engine reads as letters are ignored.
   */
  private static void alike(String printed, String again) {
    Check.that(
        printed.contains("\\a")
            || printed.contains("\\v")
            || Arrays.equals(sorted(printed), sorted(again)),
        () -> "printed " + printed + " and then " + again);
  }

  private static char[] sorted(String text) {
    char[] chars = text.toCharArray();
    Arrays.sort(chars);
    return chars;
  }

  /** A printed path is parsed unchanged, and both parsers of paths agree. */
  static void parsePath(Input input) {
    String text = input.text();
    Optional<VariantPath> simple;
    try {
      simple = Optional.of(VariantPath.parse(text));
      Check.same(simple.get(), VariantPath.parse(simple.get().toString()), "the path and its text");
    } catch (IllegalArgumentException e) {
      simple = Optional.empty();
    }
    VariantPath path;
    try {
      path = VariantText.GODOT_4.parsePath(text);
    } catch (VariantException e) {
      // The notation cannot contain a NUL or an escaped half of a surrogate pair.
      Check.that(
          simple.isEmpty() || text.indexOf(0) >= 0 || text.contains("\\u") || text.contains("\\U"),
          () -> "only the simpler one reads " + text + ": " + e.getMessage());
      return;
    }
    Check.same(path, simple.orElse(path), "paths of both");
    for (Variant step : path.steps()) {
      if (Values.anyIn(step, part -> isNotReadBack(part, VariantText.GODOT_4))) {
        return;
      }
    }
    String printed = path.toString();
    String again = VariantText.GODOT_4.parsePath(printed).toString();
    alike(printed, again);
  }
}
