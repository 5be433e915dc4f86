package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.text.TextStreamTest.SingleCharReader;
import java.io.Reader;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Positions, excerpts and paths that exceptions about malformed text report. */
class TextErrorPositionTest {
  private static final int LARGE = 200_000;

  private static MalformedTextException rejection(String text) {
    return catchThrowableOfType(
        MalformedTextException.class, () -> VariantText.GODOT_4.parse(text));
  }

  @Test
  void reportsLineColumnAndPath() {
    MalformedTextException e =
        rejection("{\n  \"player\": {\n    \"items\": [1, 2, Vector3(1, 2, x)]\n  }\n}");
    assertThat(e).hasMessage("expected a number, not x, at line 3, column 35, $.player.items[2]");
    assertThat(e.caretLines())
        .isEqualTo("    \"items\": [1, 2, Vector3(1, 2, x)]\n" + " ".repeat(34) + "^");
    assertThat(e.problem()).isEqualTo("expected a number, not x");
    assertThat(e.path()).isEqualTo("$.player.items[2]");
    assertThat(e.byteOffset()).isEqualTo(VariantException.NO_OFFSET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": 1                 | $.a",
        "{\"a\": 1 \"b\": 2}         | $.a",
        "{\"a\": {\"b\": 2]}         | $.a.b",
        "{\"a\": 1, \"b\" 2}         | ${key 1}",
        "{\"a\": 1, \"b\": x}        | $.b",
        "{\"a\": 1,                | ${key 1}",
        "{                       | ${key 0}",
        "[Dictionary[int, int]({1: 2}] | $[0]",
        "[1, 2 3]                | $[2]",
        "[1, 2,                  | $[2]",
        "Array[int]([1, 2]       | $",
        "Object(Node,\"p\":1 \"q\"  | $.p",
        "Object(Node,\"p\":1,q      | ${property 1}",
        "Object(Node,\"p\"          | $.p"
      })
  void reportsPathOfLastPairUntilSeparator(String text, String path) {
    assertThat(rejection(text).path()).isEqualTo(path);
  }

  @Test
  void showsPartOfLongLine() {
    String text = "[" + "1234567, ".repeat(LARGE) + "😀 \t\u0001x]";
    MalformedTextException e = rejection(text);
    assertThat(e.column()).isEqualTo(9L * LARGE + 2);
    String[] lines = e.caretLines().split("\n", -1);
    assertThat(lines[0]).hasSizeLessThan(100).endsWith("1234567, 😀   x]");
    assertThat(lines[1]).isEqualTo(" ".repeat(lines[0].indexOf("😀")) + "^");
    assertThat(e.getMessage()).startsWith("expected a value, not character U+1F600, at line 1");
  }

  @Test
  void replacesFormatCharactersInShownLine() {
    MalformedTextException e = rejection("{\"😀\u202e\": [\"\ufeff\u0007\", x]}");
    assertThat(e.caretLines()).isEqualTo("{\"😀?\": [\"? \", x]}\n" + " ".repeat(15) + "^");
    assertThat(e).hasMessageEndingWith(", $[\"😀\\u202e\"][1]");
  }

  @Test
  void shortensLongPathInMessage() {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("[".repeat(2000)))
        .hasMessageMatching(
            "nested deeper than the limit of 1024 levels, at line 1, column 1026,"
                + " \\$(\\[0\\]){39} … (\\[0\\]){40}")
        .satisfies(
            e -> assertThat(((VariantException) e).path()).isEqualTo("$" + "[0]".repeat(1025)));
    String name = "x".repeat(300);
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(("{\"" + name + "\": ").repeat(10) + "oops"))
        .hasMessageMatching("a value cannot begin .*, \\$\\[\"x+…\"\\] … \\[\"x+…\"\\]");
  }

  @Test
  void describesInvisibleCharacters() {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("\uFEFF1"))
        .hasMessage("expected a value, not character U+FEFF, at line 1, column 1, $");
    assertThatThrownBy(() -> VariantText.GODOT_4.parse("[\u0301"))
        .hasMessage("expected a value, not character U+0301, at line 1, column 2, $[0]");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "[😀, expected a value, character U+1F600, 2",
        "1 😀, expected the end of the text after the value, character U+1F600, 3",
        "&😀, expected a text in quotes, character U+1F600, 2",
        "[é, expected a value, 'é', 2",
        "[日, expected a value, '日', 2",
      })
  void describesWholeCharacterFound(String text, String expected, String found, long column) {
    assertThatThrownBy(() -> VariantText.GODOT_4.parse(text))
        .hasMessageStartingWith(expected + ", not " + found + ", at line 1, column " + column);
  }

  /** A surrogate pair can be split between two reads. */
  @Test
  void countsColumnsInCharacters() {
    for (int before = 0; before < 4; before++) {
      for (int count : new int[] {0, 1, 100, 4096, 20_000}) {
        String text = "\n" + " ".repeat(before) + "[\"" + "😀".repeat(count) + "\", x";
        for (Reader reader : List.of(new StringReader(text), new SingleCharReader(text))) {
          MalformedTextException e =
              catchThrowableOfType(
                  MalformedTextException.class, () -> VariantText.GODOT_4.parse(reader));
          assertThat(e.line()).isEqualTo(2);
          assertThat(e.column()).isEqualTo(before + count + 6);
        }
        VariantText limited = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(1));
        assertThatThrownBy(() -> limited.parse(text.replace("x", "1")))
            .isInstanceOf(VariantLimitException.class)
            .hasMessageContaining("at line 2, column " + (before + count + 6) + ",");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"abc\", x]|8",
        "[\"日本\", x]|9",
        "[\"한국\", x]|9",
        "[\"ｶＡ\", x]|8",
        "[\"😀⭐\", x]|9",
        "[\"✓é\", x]|7",
        "[\"e\u0301n\u0303\", x]|7",
        "[\"\u1112\u1161\u11ab\", x]|7",
        "[\"\t\", x]|6",
      })
  void placesCaretBelowWideCharacters(String text, int cells) {
    MalformedTextException e = rejection(text);
    assertThat(e.caretLines()).isEqualTo(text.replace('\t', ' ') + "\n" + " ".repeat(cells) + "^");
    assertThat(e.column()).isEqualTo(text.codePointCount(0, text.indexOf('x')) + 1L);
  }

  /** One half of a surrogate pair would print as a question mark. */
  @Test
  void doesNotSplitSurrogatePairsInShownLine() {
    for (int blanks = 1; blanks < 3; blanks++) {
      String blank = " ".repeat(blanks);
      String text = "[\"" + "😀".repeat(40) + "\"," + blank + "x" + blank + "😀".repeat(40);
      MalformedTextException e = rejection(text);
      int shown = 2 * 28 + 2 + blanks;
      assertThat(e.caretLines())
          .matches("(😀){28}\"," + blank + "x" + blank + "(😀){8,9}\n {" + shown + "}\\^");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 9999999999999999999]|an int has 64 bits, which this number does not fit|5",
        "Vector2i(1, 99999999999)|number out of the range of 32 bits|13",
        "Vector2i(-99999999999 , 1)|number out of the range of 32 bits|10",
        "Vector2i( inf, 1)|number out of the range of 32 bits|11",
        "Vector2i(-inf, 1)|number out of the range of 32 bits|10",
        "PackedByteArray(1, 256)|number out of the range of a byte|20",
        "PackedInt32Array(1, 3e9)|number out of the range of 32 bits|21",
        "PackedInt64Array(1, -1.5e300)|number out of the range of 64 bits|21",
        "RID(1e30)|number out of the range of 64 bits|5",
        "ExtResource(1.25)|a resource has no number with a point|13",
        "Array[int]([1, 1e30])|element has to be int but is 1e+30|16",
      })
  void reportsStartOfNumberOutOfRange(String text, String problem, int column) {
    MalformedTextException e = rejection(text);
    assertThat(e.problem()).isEqualTo(problem);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.caretLines()).isEqualTo(text + "\n" + " ".repeat(column - 1) + "^");
  }

  @Test
  void reportsStartOfLongNumber() {
    String text = "[1, " + "9".repeat(LARGE) + "]";
    MalformedTextException e =
        catchThrowableOfType(
            MalformedTextException.class,
            () -> VariantText.GODOT_4.parse(new SingleCharReader(text)));
    assertThat(e.column()).isEqualTo(5);
  }

  /** The element is long and begins on another line. */
  @Test
  void reportsStartOfElementOfWrongType() {
    String text = "Array[int]([1,\n  [\n" + "1, ".repeat(LARGE) + "]])";
    MalformedTextException e = rejection(text);
    assertThat(e).hasMessage("element has to be int but is Array, at line 2, column 3, $[1]");
  }
}
