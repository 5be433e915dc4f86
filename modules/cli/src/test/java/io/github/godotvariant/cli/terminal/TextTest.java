package io.github.godotvariant.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {
  /** The library cannot lend its table, so that it stands twice: columns and carets must agree. */
  @Test
  void charactersAreAsWideAsInMessages() {
    List<String> different = new ArrayList<>();
    int wide = 0;
    for (int c = ' '; c < 0x40000; c++) {
      if (!Character.isDefined(c) || !Text.isHarmless(c) || c == '"' || c == '\\') {
        continue;
      }
      String text = Character.toString(c);
      MalformedTextException e =
          catchThrowableOfType(
              MalformedTextException.class, () -> VariantText.GODOT_4.parse('"' + text + "\" ?"));
      String caret = e.caretLines().lines().skip(1).findFirst().orElseThrow();
      int width = caret.length() - "\"\" ^".length();
      if (Text.width(text) != width) {
        different.add(Integer.toHexString(c) + ": " + width);
      }
      wide += width == 2 ? 1 : 0;
    }
    assertThat(different).isEmpty();
    assertThat(wide).isGreaterThan(20_000);
  }
}
