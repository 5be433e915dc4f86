package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EncodedTextTest {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz".repeat(2);
  private static final int MARGIN = 12;

  private static EncodedText text(String characters) {
    byte[] bytes = characters.getBytes(StandardCharsets.US_ASCII);
    return new EncodedText(4, bytes, 0, bytes.length);
  }

  /** Returns the bytes of a text between {@link #MARGIN} other bytes on each side. */
  private static byte[] betweenOtherBytes(EncodedText text) {
    byte[] bytes = new byte[MARGIN + text.size + MARGIN];
    Arrays.fill(bytes, (byte) 0x77);
    text.copyTo(bytes, MARGIN);
    return bytes;
  }

  @Test
  void containsSameBytesAsCodecWrites() {
    for (int length = 1; length <= EncodedText.MAX_LENGTH; length++) {
      String characters = LETTERS.substring(0, length);
      EncodedText text = text(characters);
      byte[] written = VariantCodec.GODOT_4.encode(Variant.of(characters));
      byte[] bytes = betweenOtherBytes(text);
      assertThat(Arrays.copyOfRange(bytes, MARGIN, MARGIN + text.size)).isEqualTo(written);
      for (int i = 0; i < MARGIN; i++) {
        assertThat(bytes[i]).isEqualTo((byte) 0x77);
        assertThat(bytes[bytes.length - 1 - i]).isEqualTo((byte) 0x77);
      }
      assertThat(text.length()).isEqualTo(length);
      assertThat(text.firstByte()).isEqualTo((byte) 'a');
      assertThat(text).hasToString(characters);
    }
  }

  @Test
  void matchesOnlyEqualBytes() {
    for (int length = 1; length <= EncodedText.MAX_LENGTH; length++) {
      EncodedText text = text(LETTERS.substring(0, length));
      byte[] bytes = betweenOtherBytes(text);
      assertThat(text.isAt(bytes, MARGIN, MARGIN + text.size)).isTrue();
      assertThat(text.isAt(bytes, MARGIN, MARGIN + text.size - 1)).isFalse();
      assertThat(new EncodedText(text).isAt(bytes, MARGIN, bytes.length)).isTrue();
      for (int i = 0; i < text.size; i++) {
        bytes[MARGIN + i] ^= 0x20;
        assertThat(text.isAt(bytes, MARGIN, bytes.length)).as("byte %d", i).isFalse();
        bytes[MARGIN + i] ^= 0x20;
      }
    }
  }

  @Test
  void encodesOnlyShortAsciiStrings() {
    String longest = LETTERS.substring(0, EncodedText.MAX_LENGTH);
    assertThat(EncodedText.plain(longest)).isEqualTo(longest.getBytes(StandardCharsets.US_ASCII));
    assertThat(EncodedText.plain("\u0001\u007f")).isEqualTo(new byte[] {1, 0x7f});
    assertThat(EncodedText.plain(longest + "x")).isNull();
    assertThat(EncodedText.plain("")).isNull();
    assertThat(EncodedText.plain("a\0b")).isNull();
    assertThat(EncodedText.plain("a\u0080")).isNull();
  }
}
