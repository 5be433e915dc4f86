package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests limits, and the messages and positions of rejected texts. */
class PlainJsonErrorsTest {
  private static final PlainJson JSON = PlainJson.DEFAULT;

  @Test
  void enforcesLimits() {
    ReadLimits limits = ReadLimits.DEFAULT;
    rejects(limits.withDepth(0), "[1]");
    rejects(limits.withDepth(0), "{\"a\":1}");
    rejects(limits.withElements(2), "[1,2,3]");
    rejects(limits.withElements(3), "{\"a\":1,\"b\":2}");
    rejects(limits.withStringBytes(3), "[\"äö\"]");
    rejects(limits.withStringBytes(3), "{\"äö\":1}");
    rejects(limits.withBytes(6), "[1,2,3]");
    rejects(limits.withHeapBytes(100), "[1]");
    assertThat(JSON.withLimits(limits.withDepth(0)).read("{}")).isEqualTo(VariantDictionary.EMPTY);
  }

  @Test
  void reportsTooLargeNumberAtLimit() {
    ReadLimits memoryOfText = ReadLimits.DEFAULT.withHeapBytes(100);
    rejects(memoryOfText, "1.000000000000001");
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> JSON.withLimits(memoryOfText).read("1.00000000000e999"))
        .withMessageContaining("a number too large for a float");
  }

  private static void rejects(ReadLimits limits, String text) {
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> JSON.withLimits(limits).read(text));
  }

  @Test
  void escapesControlCharactersInMessages() {
    for (String text :
        List.of(
            "nul\u001b\u009b31m",
            "[1,\u001b]",
            "{\"a\u001b\u202e\ud800\":nul}",
            "[\"\\\u001b\"]",
            "\u202e",
            "{\"a\":1,\"\u2028\":x}",
            "x".repeat(100_000))) {
      assertThatExceptionOfType(MalformedTextException.class)
          .as(text)
          .isThrownBy(() -> PlainJson.DEFAULT.read(text))
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]")
                      .hasSizeLessThan(600));
    }
  }

  @Test
  void namesLimitsInMessages() throws IOException {
    ReadLimits limits = ReadLimits.DEFAULT;
    String longText = "\"" + "x".repeat(3000) + "\"";
    assertLimit(
        limits.withStringBytes(10), longText, "string is longer than the limit of 10 bytes, at");
    assertLimit(
        limits.withStringBytes(10),
        "{" + longText + ":1}",
        "string is longer than the limit of 10 bytes, at");
    assertLimit(limits.withHeapBytes(10), longText, "more memory than the limit of 10 bytes, at");
    assertLimit(
        limits.withBytes(10),
        "\n".repeat(9000) + longText,
        "text is longer than the limit of 10 characters");
    assertLimit(
        limits.withDepth(3), "[".repeat(9), "nested deeper than the limit of 3 levels, at line 1");
    assertLimit(limits, "1".repeat(1001), "number of more than 1000 digits, at line 1");
    assertLimit(limits, "0." + "1".repeat(1001), "number of more than 1000 digits, at line 1");
  }

  private static void assertLimit(ReadLimits limits, String text, String start) throws IOException {
    PlainJson json = PlainJson.DEFAULT.withLimits(limits);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> json.read(text))
        .withMessageStartingWith(start);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> json.read(new StringReader(text)))
        .withMessageStartingWith(start);
  }

  /** Checks the message for a text from each kind of source. */
  private static void rejects(String text, String message) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<ThrowingCallable> ways =
        List.of(
            () -> JSON.read(text),
            () -> JSON.read(new StringReader(text)),
            () -> JSON.read(new ByteArrayInputStream(bytes)),
            () -> JSON.values(new StringReader(text)).forEachRemaining(value -> {}));
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOf(MalformedTextException.class)
          .hasMessageEndingWith(message);
    }
  }

  @Test
  void countsColumnsInCharacters() {
    for (int count : new int[] {0, 1, 100, 3999, 4001, 20_000}) {
      String text = "[\"" + "😀".repeat(count) + "\",";
      rejects("[1,\n" + text + " x]]", ", at line 2, column " + (count + 6) + ", $[1][1]");
      rejects(text + "1e999]", ", at line 1, column " + (count + 5) + ", $[1]");
    }
  }

  @Test
  void reportsPositionOfInvalidUtf8() {
    for (int lines : new int[] {0, 1, 5000}) {
      for (int broken : new int[] {0xFF, 0xC3, 0xED}) {
        byte[] text =
            ("[" + "1,\n".repeat(lines) + "\"é😀???????\"]").getBytes(StandardCharsets.UTF_8);
        text[text.length - 9] = (byte) broken;
        String column = ", column " + (lines == 0 ? 5 : 4) + ", $[" + lines + "]";
        assertThatThrownBy(() -> JSON.read(new ByteArrayInputStream(text)))
            .isInstanceOf(MalformedTextException.class)
            .hasMessage("bytes that are not UTF-8 text, at line " + (lines + 1) + column);
      }
    }
  }

  /** Engines do not escape line feeds. A carriage return does not end a line. */
  @Test
  void countsLineFeedsInStrings() {
    rejects("[\"a\nb\rc\n\",\r x]", ", at line 3, column 5, $[1]");
  }

  @Test
  void reportsNoColumnAfterEndOfText() {
    PlainJson json = PlainJson.DEFAULT.withLimits(ReadLimits.DEFAULT.withStringBytes(30_000));
    for (int length : new int[] {10, 3001, 4001, 20_000, 40_000}) {
      for (String text :
          List.of("\"" + "x".repeat(length), "[1" + " ".repeat(length), "-", "nul")) {
        assertColumn(text, () -> json.read(text));
        assertColumn(text, () -> json.read(new StringReader(text)));
      }
    }
  }

  private static void assertColumn(String text, ThrowingCallable reading) {
    assertThatExceptionOfType(VariantException.class)
        .isThrownBy(reading)
        .satisfies(
            e -> {
              String column = e.getMessage().replaceAll(".*column (\\d+),.*", "$1");
              assertThat(Integer.parseInt(column)).isBetween(1, text.length() + 1);
            });
  }
}
