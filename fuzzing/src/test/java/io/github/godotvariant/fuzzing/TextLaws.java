package io.github.godotvariant.fuzzing;

import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.text.VariantText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What holds for all texts. */
final class TextLaws {
  private static final List<VariantText> NOTATIONS =
      Arrays.stream(TextNotation.values())
          .map(VariantText::of)
          .flatMap(text -> Stream.of(text, text.withLimits(ReadLimits.NETWORK)))
          .toList();

  private TextLaws() {}

  /** What is parsed is printed, and that is parsed to what is printed alike. */
  static void parse(Input input) {
    VariantText text = NOTATIONS.get(input.choice() % NOTATIONS.size());
    Variant value;
    try {
      value = text.parse(input.text());
    } catch (VariantException e) {
      return;
    }
    String printed = text.print(value);
    String again = text.print(text.parse(printed));
    Law.same(sorted(printed), sorted(again), "printed texts");
  }

  /** All characters: the order of a dictionary's pairs may change with that of their insertion. */
  private static String sorted(String text) {
    char[] chars = text.toCharArray();
    Arrays.sort(chars);
    return new String(chars);
  }
}
