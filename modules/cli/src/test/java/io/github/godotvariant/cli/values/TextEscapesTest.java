package io.github.godotvariant.cli.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.Run;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.text.VariantText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextEscapesTest {
  private static String oneLine(Variant value) {
    return TextEscapes.TERMINAL.oneLine(value.toString());
  }

  @Test
  void escapesLineEndsInStringsOnly() {
    assertThat(oneLine(VariantDictionary.of("a\nb", 1, "c", "d\r\n")))
        .isEqualTo("{ \"a\\nb\": 1, \"c\": \"d\\r\\n\" }");
  }

  @Test
  void keepsExistingEscapes() {
    assertThat(oneLine(VariantArray.of("\\", "\\\n", "\"\n\"", "\\n")))
        .isEqualTo("[\"\\\\\", \"\\\\\\n\", \"\\\"\\n\\\"\", \"\\\\n\"]");
  }

  @Test
  void escapesControlCharacters() {
    assertThat(oneLine(Variant.of("\033[31mred\u202e\ud800\ud83d\ude00 é")))
        .isEqualTo("\"\\u001b[31mred\\u202e\\ud800\ud83d\ude00 é\"");
    assertThat(TextEscapes.TERMINAL.safe("\"a\n\tb\033\"")).isEqualTo("\"a\n\tb\\u001b\"");
  }

  @Test
  void escapesLoneSurrogateInJsonString() {
    byte[] half = "0400000003000000eda08000\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    assertThat(
            Run.gdvarWith(
                half,
                "decode",
                "--lines",
                "--to",
                "text",
                "--json-strings",
                "--dialect",
                "godot-3"))
        .isEqualTo(new Run(0, "\"\\\"\\ud800\\\"\"\n", ""));
  }

  /** Tags and musical marks are invisible and escaped; other supplementary characters are not. */
  @Test
  void escapesByCodePoint() {
    String text = "\udb40\udc21 \ud834\udd73 \ud83d\ude00";
    String printed = oneLine(Variant.of(text));
    assertThat(printed).isEqualTo("\"\\udb40\\udc21 \\ud834\\udd73 \ud83d\ude00\"");
    assertThat(VariantText.GODOT_4.parse(printed)).isEqualTo(Variant.of(text));
    // Godot 3 would read an escaped surrogate pair as two characters.
    assertThat(TextEscapes.TERMINAL_GODOT_3.safe(text + "\u202e")).isEqualTo(text + "\\u202e");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.6", "3.6", "3.2"})
  void printsEveryValueInOneLine(String engine) {
    StringBuilder input = new StringBuilder();
    int count = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      input.append(java.util.HexFormat.of().formatHex(vector.bytes())).append('\n');
      count++;
    }
    String dialect = engine.startsWith("4") ? "godot-4" : "godot-3";
    byte[] bytes = input.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    Run text =
        Run.gdvarWith(
            bytes, "decode", "--lines", "--to", "text", "--dialect", dialect, "--objects");
    assertThat(text.out().split("\n", -1)).hasSize(count + 1);
    assertThat(text.out()).doesNotContain("error: ");
    Run hex =
        Run.gdvarWith(bytes, "decode", "--lines", "--to", "hex", "--dialect", dialect, "--objects");
    assertThat(hex.out()).isEqualTo(input.toString());
  }
}
