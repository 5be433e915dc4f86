package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.TextNotation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Printed values equal the text of {@code var_to_str} and {@code var2str} of real engines. */
class TextPrinterTest {
  @ParameterizedTest(name = "{0}: {2} values")
  @CsvSource({
    "4.6, GODOT_4, 754",
    "4.6-double, GODOT_4, 753",
    "3.6, GODOT_3, 405",
    "3.2, GODOT_3_2, 405"
  })
  void printsTextOfEngine(String engine, TextNotation notation, int count) throws IOException {
    Deviations deviations = Deviations.of(engine, "prints");
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      tried++;
      StringBuilder text = new StringBuilder();
      vector.value().printTo(text, notation);
      if (!text.toString().equals(vector.text()) && !deviations.allow("prints", vector.name())) {
        failures.add(vector + ": " + text + " instead of " + vector.text());
      }
    }
    assertThat(failures).isEmpty();
    assertThat(deviations.unusedRows()).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  @Test
  void printsGodot4TextInToString() throws IOException {
    for (Vectors.Golden vector : Vectors.golden("4.6")) {
      StringBuilder text = new StringBuilder();
      vector.value().printTo(text, TextNotation.GODOT_4);
      assertThat(vector.value().toString()).isEqualTo(text.toString());
    }
  }
}
