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

  /** Bytes of which most are whole characters. */
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

  /** What the JDK makes of bytes, up to what it cannot decode. */
  private static String good(byte[] bytes) {
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    CoderResult end =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), chars, true);
    return chars.flip() + (end.isError() ? "|broken" : "|");
  }

  private static String read(byte[] bytes, int most, int atOnce) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] piece = new char[atOnce + 2];
    try (Utf8Reader reader =
        new Utf8Reader(
            new ByteArrayInputStream(bytes) {
              @Override
              public int read(byte[] target, int from, int count) {
                return super.read(target, from, Math.min(count, most));
              }
            })) {
      for (int n = reader.read(piece, 1, atOnce); n >= 0; n = reader.read(piece, 1, atOnce)) {
        text.append(piece, 1, n);
      }
      return text + "|";
    } catch (Utf8Reader.Broken e) {
      return text + "|broken";
    }
  }

  @Test
  void allBeforeBrokenBytesIsHandedOut() throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = bytes(random, random.nextInt(i < 2900 ? 20 : LARGE));
      int most = random.nextBoolean() ? 1 : random.nextInt(1, LARGE);
      int atOnce = random.nextBoolean() ? 1 : random.nextInt(1, LARGE);
      assertThat(read(bytes, most, atOnce)).isEqualTo(good(bytes));
    }
  }
}
