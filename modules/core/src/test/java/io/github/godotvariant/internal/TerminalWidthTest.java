package io.github.godotvariant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "abc, 3",
    "Élodie, 6",
    "日本語, 6",
    "한국, 4",
    "ひらカタ, 8",
    "ｶﾀ, 2",
    "ＡＢ, 4",
    "'　', 2",
    "😀🚀🧩🫠, 8",
    "⭐✅❌⚡⚽, 10",
    "✓☀♥→…€, 6",
    "🌡🎙, 2",
    "𝄞𐍈, 2",
    "𠀀, 2",
    "e\u0301n\u0303, 2",
    "❤\uFE0F, 1",
    "\u1112\u1161\u11ab, 2",
    "क्, 1",
  })
  void countsCellsOfText(String text, int cells) {
    assertThat(TerminalWidth.of(text)).isEqualTo(cells);
  }

  /** In an unsorted table, the binary search would miss entries. */
  @Test
  void agreesWithCharacterClassesOfJdk() {
    for (int c = ' '; c <= Character.MAX_CODE_POINT; c++) {
      int cells = TerminalWidth.of(c);
      if (Character.isIdeographic(c) && Character.isLetter(c)) {
        assertThat(cells).as("%04x", c).isEqualTo(2);
      } else if (c < 0x1100) {
        assertThat(cells).as("%04x", c).isLessThan(2);
      }
    }
  }
}
