package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths in text. */
class TextPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$",
        "$.player.items[3]",
        "$[\"any \\\"text\\\"\"].größe_2[-1]",
        "$[Vector2i(3, 4)].name[[1, 2]][1.5][null]"
      })
  void parsesPathsWithAllKeyTypes(String text) {
    VariantPath path = VariantText.GODOT_4.parsePath(text);
    assertThat(VariantText.GODOT_4.parsePath(path.toString())).isEqualTo(path);
    assertThat(path).hasToString(text);
  }

  /** Steps count as elements, and their memory counts towards the heap limit. */
  @ParameterizedTest
  @ValueSource(strings = {"$.a.b.c", "a[1][2]", "$[[1, 2]][3]"})
  void appliesLimitsToPaths(String text) {
    VariantText parser = VariantText.GODOT_4;
    VariantPath path = parser.parsePath(text);
    int elements = text.contains("[[") ? 4 : 3;
    ReadLimits enough = ReadLimits.DEFAULT.withElements(elements).withHeapBytes(400);
    assertThat(parser.withLimits(enough).parsePath(text)).isEqualTo(path);
    for (ReadLimits insufficient :
        List.of(
            enough.withElements(elements - 1),
            enough.withHeapBytes(60),
            enough.withBytes(text.length() - 1))) {
      assertThatThrownBy(() -> parser.withLimits(insufficient).parsePath(text))
          .isInstanceOf(VariantLimitException.class);
    }
  }

  @Test
  void appliesStringLimitToNamesInPaths() {
    VariantText limited = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withStringBytes(4));
    assertThat(limited.parsePath("$.abcd.éé")).hasToString("$.abcd.éé");
    for (String text : List.of("$.abcde", "$.ééé")) {
      assertThatThrownBy(() -> limited.parsePath(text))
          .isInstanceOf(VariantLimitException.class)
          .hasMessageContaining("text longer than the limit of 4 bytes");
    }
  }

  @Test
  void findsValueOfParsedPath() {
    VariantPath path = VariantText.GODOT_4.parsePath("cells[Vector2i(3, 4)].name");
    Variant value = VariantText.GODOT_4.parse("{\"cells\": {Vector2i(3, 4): {\"name\": 5}}}");
    assertThat(path.find(value)).contains(Variant.of(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $.          | expected a name, not the end of the text, at line 1, column 3, $
          $.a.[1]     | expected a name, not '[', at line 1, column 5, $
          $ a         | expected '.' or '[', not ' ', at line 1, column 2, $
          $[1         | expected ']', not the end of the text, at line 1, column 4, $
          $[one]      | a value cannot begin with the word one, at line 1, column 3, $
          """)
  void rejectsMalformedPaths(String text, String message) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parsePath(text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessage(message);
  }
}
