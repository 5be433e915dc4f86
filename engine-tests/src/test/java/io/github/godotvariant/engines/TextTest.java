package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random values printed by us and by real engines: the same text, character by character. */
class TextTest {
  /** What one process gets: texts are long. */
  private static final int BATCH = 1000;

  @ParameterizedTest
  @EnumSource(Release.class)
  void printsWhatTheEnginePrints(Release release) throws IOException {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    List<String> differences = new ArrayList<>();
    int failed = 0;
    int printed = 0;
    for (int from = 0; from < Exchange.VALUES; from += BATCH) {
      List<byte[]> values = new ArrayList<>();
      while (values.size() < Math.min(BATCH, Exchange.VALUES - from)) {
        Variant value = random.next();
        if (release == Release.GODOT_4
            || !(OverreadKeys.in(value) || (release == Release.GODOT_3 && LostKeys.in(value)))) {
          values.add(codec.encode(value));
        }
      }
      List<String> texts = engine.print(values);
      for (int i = 0; i < values.size(); i++) {
        String ours = print(codec.decode(values.get(i)), release.notation());
        printed++;
        if (!ours.equals(texts.get(i))) {
          failed++;
          if (differences.size() < 12) {
            differences.add(
                Exchange.hex(values.get(i)) + "\n  engine " + difference(texts.get(i), ours));
          }
        }
      }
    }
    System.out.printf("%s: %d values printed (seed %d)%n", engine, printed, Exchange.SEED);
    assertThat(failed + String.join("\n", differences)).isEqualTo("0");
    assertThat(printed).isEqualTo(Exchange.VALUES);
  }

  private static String difference(String engine, String ours) {
    int at = 0;
    while (at < Math.min(engine.length(), ours.length()) && engine.charAt(at) == ours.charAt(at)) {
      at++;
    }
    int from = Math.max(0, at - 60);
    return engine.substring(from, Math.min(engine.length(), at + 80))
        + "\n  ours   "
        + ours.substring(from, Math.min(ours.length(), at + 80));
  }

  private static String print(Variant value, TextNotation notation) throws IOException {
    StringBuilder text = new StringBuilder();
    value.printTo(text, notation);
    return text.toString();
  }
}
