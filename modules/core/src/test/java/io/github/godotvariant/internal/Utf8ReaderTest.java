package io.github.godotvariant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8ReaderTest {
  private static final int LARGE = 50_000;

  /** Returns UTF-8, in some cases with one wrong byte or truncated. */
  private static byte[] bytes(SplittableRandom random, int size) {
    StringBuilder text = new StringBuilder();
    while (text.length() < size) {
      text.appendCodePoint(
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(' ', 0x7F);
            case 1 -> random.nextInt(0x80, 0x800);
            case 2 -> random.nextInt(0x800, 0xD800);
            default -> random.nextInt(0x10000, 0x110000);
          });
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextBoolean() && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  /** Decodes the bytes before the first malformed byte with the decoder of the JDK. */
  private static String decodeValidPrefix(byte[] bytes) {
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    CoderResult end =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), chars, true);
    return chars.flip() + (end.isError() ? "|broken" : "|");
  }

  private static String read(byte[] bytes, int maxBytes, int maxChars) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] piece = new char[maxChars + 2];
    try (Utf8Reader reader =
        new Utf8Reader(
            new ByteArrayInputStream(bytes) {
              @Override
              public int read(byte[] target, int from, int count) {
                return super.read(target, from, Math.min(count, maxBytes));
              }
            })) {
      for (int n = reader.read(piece, 1, maxChars); n >= 0; n = reader.read(piece, 1, maxChars)) {
        text.append(piece, 1, n);
      }
      return text + "|";
    } catch (Utf8Reader.MalformedUtf8Exception e) {
      return text + "|broken";
    }
  }

  @Test
  void returnsCharactersBeforeMalformedBytes() throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = bytes(random, random.nextInt(i < 2900 ? 20 : LARGE));
      int maxBytes = random.nextBoolean() ? 1 : random.nextInt(1, LARGE);
      int maxChars = random.nextBoolean() ? 1 : random.nextInt(1, LARGE);
      assertThat(read(bytes, maxBytes, maxChars)).isEqualTo(decodeValidPrefix(bytes));
    }
  }
}
