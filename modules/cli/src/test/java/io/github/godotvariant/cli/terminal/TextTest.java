package io.github.godotvariant.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {
  /** The library has its own width table, which must agree with that of the command. */
  @Test
  void measuresCharactersAsMessagesDo() {
    List<String> different = new ArrayList<>();
    int wide = 0;
    for (int c = ' '; c < 0x40000; c++) {
      if (!Character.isDefined(c) || !Text.isPrintable(c) || c == '"' || c == '\\') {
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

  private static String written(String text, int piece) throws IOException {
    StringWriter target = new StringWriter();
    try (JsonEscapingWriter json = new JsonEscapingWriter(target)) {
      for (int at = 0; at < text.length(); at += piece) {
        json.write(text, at, Math.min(piece, text.length() - at));
      }
    }
    return target.toString();
  }

  @Test
  void escapesJsonInPiecesAsInWhole() throws IOException {
    String json =
        "{\n\"é日😀\": \"\u007f\u009b\u202e\u2028\ufeff\udb40\udc41 \ud83d x\udc41\ud83d\ud83d\ude00\"}";
    String escaped =
        "{\n\"é日😀\": \"\\u007f\\u009b\\u202e\\u2028\\ufeff\\udb40\\udc41 \\ud83d x\\udc41\\ud83d😀\"}";
    assertThat(Text.json(json)).isEqualTo(escaped);
    for (int piece = 1; piece <= json.length(); piece++) {
      assertThat(written(json, piece)).as("pieces of %d", piece).isEqualTo(escaped);
    }
    assertThat(written("\"\ud83d", 1)).isEqualTo("\"\\ud83d");
  }
}
