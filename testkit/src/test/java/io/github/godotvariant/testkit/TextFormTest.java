package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code toString} is the text that {@code var_to_str} of Godot 4.6 gives. */
class TextFormTest {
  @Test
  void toStringIsTheEnginesText() throws IOException {
    Deviations deviations = Deviations.of("4.6", "prints");
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden("4.6")) {
      tried++;
      String text = vector.value().toString();
      if (!text.equals(vector.text()) && !deviations.allow("prints", vector.name())) {
        failures.add(vector + ": " + text + " instead of " + vector.text());
      }
    }
    assertThat(failures).isEmpty();
    assertThat(deviations.notNeeded()).isEmpty();
    assertThat(tried).isEqualTo(754);
  }
}
