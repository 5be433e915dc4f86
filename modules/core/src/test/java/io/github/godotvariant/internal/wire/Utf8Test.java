package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8Test {
  private static final int BEFORE = 8;

  private static byte[] shifted(byte[] text) {
    byte[] bytes = new byte[BEFORE + text.length];
    // The bytes before the string must not affect the result.
    java.util.Arrays.fill(bytes, 0, BEFORE, (byte) 0x80);
    System.arraycopy(text, 0, bytes, BEFORE, text.length);
    return bytes;
  }

  private static String reference(byte[] text) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(text))
          .toString();
    } catch (CharacterCodingException e) {
      return "malformed";
    }
  }

  @Test
  void decodesPlainRuleLikeJdk() {
    Random random = new Random(3);
    int malformed = 0;
    for (int round = 0; round < 200_000; round++) {
      byte[] text = new byte[random.nextInt(20)];
      for (int i = 0; i < text.length; i++) {
        text[i] =
            (byte)
                (random.nextInt(3) == 0
                    ? random.nextInt(256)
                    : random.nextInt(4) == 0 ? 0x80 + random.nextInt(64) : 32 + random.nextInt(95));
      }
      byte[] bytes = shifted(text);
      String decoded = Utf8.decode(bytes, BEFORE, text.length, TextRule.PLAIN);
      String expected = reference(text);
      if (decoded == null) {
        malformed++;
        int at = Utf8.malformedIn(bytes, BEFORE, text.length, TextRule.PLAIN) - BEFORE;
        assertThat(at).isBetween(0, text.length - 1);
        assertThat(reference(java.util.Arrays.copyOf(text, at))).isNotEqualTo("malformed");
      }
      assertThat(decoded == null ? "malformed" : decoded).isEqualTo(expected);
    }
    assertThat(malformed).isGreaterThan(10_000);
  }

  @Test
  void findsNonAsciiByteAtEachPosition() {
    for (int length = 1; length <= 24; length++) {
      for (int at = 0; at < length; at++) {
        for (int b = 0; b < 256; b++) {
          byte[] text = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
          text[at] = (byte) b;
          assertThat(Utf8.isPlainAscii(shifted(text), BEFORE, length))
              .as("%d at %d of %d", b, at, length)
              .isEqualTo(b > 0 && b < 128);
        }
      }
    }
  }

  @Test
  void dropsByteOrderMarkAndStopsAtNulByEngineRules() {
    byte[] text = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'a', 0, (byte) 0xFF};
    assertThat(Utf8.decode(shifted(text), BEFORE, text.length, TextRule.STRICT)).isEqualTo("a");
    assertThat(Utf8.decode(shifted(text), BEFORE, 5, TextRule.PLAIN)).isEqualTo("\uFEFFa\0");
  }

  @Test
  void decodesOnlyByteOrderMarkToEmptyString() {
    byte[] mark = Hex.bytes("efbbbf");
    assertThat(Utf8.decode(shifted(mark), BEFORE, 3, TextRule.STRICT)).isEmpty();
    assertThat(Utf8.decode(shifted(mark), BEFORE, 3, TextRule.PLAIN)).isEqualTo("\uFEFF");
  }

  /** U+FFFD in the string causes a check of each byte. */
  @Test
  void decodesFirstAndLastCharacterOfEachWidth() {
    String text = "\u007F\u0080\u07FF\u0800\uD7FF\uE000\uD800\uDC00\uDBFF\uDFFF\uFFFD";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.decode(shifted(bytes), BEFORE, bytes.length, TextRule.PLAIN)).isEqualTo(text);
    for (String wrong : new String[] {"eda080", "edbfbf", "f4908080", "e09fbf", "f08fbfbf"}) {
      byte[] alone = Hex.bytes(wrong);
      assertThat(Utf8.decode(shifted(alone), BEFORE, alone.length, TextRule.PLAIN)).isNull();
    }
  }

  /** The string has a lone surrogate, which the encoder of the JDK does not write. */
  @Test
  void writesFirstAndLastCharacterOfEachWidthForGodot3() {
    String text = "\u0001\u007F\u0080\u07FF\u0800\uFFFF\uD800\uDC00\uDBFF\uDFFF\uD800z";
    byte[] bytes = Hex.bytes("01 7f c280 dfbf e0a080 efbfbf f0908080 f48fbfbf eda080 7a");
    assertThat(Utf8.encode(text, TextRule.GENERALISED)).isEqualTo(bytes);
    assertThat(Utf8.decode(shifted(bytes), BEFORE, bytes.length, TextRule.GENERALISED))
        .isEqualTo(text);
    assertThat(Utf8.encode(text, TextRule.STRICT)).isNull();
    byte[] beyond = Hex.bytes("f4908080");
    assertThat(Utf8.decode(shifted(beyond), BEFORE, 4, TextRule.GENERALISED)).isNull();
  }

  /** Results of Godot 3.2.3 and 3.6, which accept some overlong forms of three or more bytes. */
  @ParameterizedTest
  @CsvSource({
    "c0bf, malformed",
    "c1bf, malformed",
    "c280, 0080",
    "e0808f, malformed",
    "e08090, 0010",
    "e08181, 0041",
    "f0808081, malformed",
    "f08087bf, malformed",
    "f0808880, 0200",
    "f0818080, 1000",
    "f88083bfbf, malformed",
    "f880848080, 4000",
    "fc8081bfbfbf, malformed",
    "fc8082808080, 80000"
  })
  void decodesOverlongFormsLikeGodot3(String hex, String expected) {
    byte[] text = Hex.bytes(hex);
    String decoded = Utf8.decode(shifted(text), BEFORE, text.length, TextRule.GENERALISED);
    assertThat(decoded == null ? "malformed" : "%04x".formatted(decoded.codePointAt(0)))
        .isEqualTo(expected);
  }
}
