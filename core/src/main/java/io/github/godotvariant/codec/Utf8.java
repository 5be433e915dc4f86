package io.github.godotvariant.codec;

import io.github.godotvariant.dialect.TextRule;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text from bytes and back, by the rules of a dialect. */
final class Utf8 {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final int MAX_CODE_POINT = 0x10FFFF;

  private Utf8() {}

  /**
   * The text of {@code length} bytes, or null if they are malformed. At least 8 bytes must stand
   * before {@code at} in the array, as header and length do.
   */
  static @Nullable String decode(byte[] bytes, int at, int length, TextRule rule) {
    if (length == 0) {
      return "";
    }
    return isPlainAscii(bytes, at, length)
        ? new String(bytes, at, length, StandardCharsets.ISO_8859_1)
        : decodeOther(bytes, at, length, rule);
  }

  /** Whether all bytes are 1 to 127: no NUL, nothing beyond ASCII. */
  static boolean isPlainAscii(byte[] bytes, int at, int length) {
    int end = at + length;
    for (int i = at; i + 8 <= end; i += 8) {
      if (hasNulOrHigh(Wire.getLong(bytes, i))) {
        return false;
      }
    }
    int rest = length & 7;
    if (rest == 0) {
      return true;
    }
    // The last word ends with the text; what stands before the text is replaced by harmless ones.
    int shift = 64 - 8 * rest;
    return !hasNulOrHigh((Wire.getLong(bytes, end - 8) >>> shift) | (ONES << (8 * rest)));
  }

  private static boolean hasNulOrHigh(long word) {
    return ((word | (word - ONES)) & HIGH) != 0;
  }

  private static @Nullable String decodeOther(byte[] bytes, int at, int length, TextRule rule) {
    int from = at;
    int to = at + length;
    if (rule != TextRule.PLAIN) {
      if (length >= 3
          && bytes[at] == (byte) 0xEF
          && bytes[at + 1] == (byte) 0xBB
          && bytes[at + 2] == (byte) 0xBF) {
        from += 3;
      }
      for (int i = from; i < to; i++) {
        if (bytes[i] == 0) {
          to = i;
        }
      }
    }
    if (rule == TextRule.GENERALISED) {
      return decodeGeneralised(bytes, from, to);
    }
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // The JDK puts U+FFFD where bytes are malformed; that is how a strict check is bought cheaply.
    return text.indexOf('\uFFFD') >= 0 && malformedAt(bytes, from, to) >= 0 ? null : text;
  }

  /** Position of the first malformed sequence of strict UTF-8, or -1. */
  private static int malformedAt(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int first = bytes[i] & 0xFF;
      int size =
          first < 0x80
              ? 1
              : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
      if (size == 0 || size > to - i || !continues(bytes, i, size)) {
        return i;
      }
      int second = size > 2 ? bytes[i + 1] & 0xFF : 0x80;
      boolean outOfRange =
          (first == 0xE0 && second < 0xA0)
              || (first == 0xED && second > 0x9F)
              || (first == 0xF0 && second < 0x90)
              || (first == 0xF4 && second > 0x8F);
      if (outOfRange) {
        return i;
      }
      i += size;
    }
    return -1;
  }

  private static boolean continues(byte[] bytes, int at, int size) {
    for (int i = 1; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return false;
      }
    }
    return true;
  }

  /**
   * As Godot 3: any three-byte form but NUL, and longer forms up to U+10FFFF, which is as far as
   * Java goes.
   */
  private static @Nullable String decodeGeneralised(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      int first = bytes[i] & 0xFF;
      int size = first < 0x80 ? 1 : Integer.numberOfLeadingZeros(~(first << 24));
      if (size == 1) {
        if (first >= 0x80) {
          return null;
        }
        text.append((char) first);
        i++;
        continue;
      }
      if (size > 6 || size > to - i || !continues(bytes, i, size) || (size == 2 && first < 0xC2)) {
        return null;
      }
      int codePoint = first & (0x7F >>> size);
      for (int k = 1; k < size; k++) {
        codePoint = codePoint << 6 | bytes[i + k] & 0x3F;
      }
      if (codePoint <= 0 || codePoint > MAX_CODE_POINT) {
        return null;
      }
      text.appendCodePoint(codePoint);
      i += size;
    }
    return text.toString();
  }

  /** The bytes of a text, or null if the rule has none for it. */
  static byte @Nullable [] encode(String text, TextRule rule) {
    if (rule != TextRule.PLAIN && text.indexOf('\0') >= 0) {
      return null;
    }
    int lone = loneSurrogate(text);
    if (lone < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    return rule == TextRule.GENERALISED ? encodeGeneralised(text) : null;
  }

  private static int loneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private static byte[] encodeGeneralised(String text) {
    byte[] bytes = new byte[text.length() * 3];
    int size = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c < 0x80) {
        bytes[size++] = (byte) c;
      } else if (c < 0x800) {
        bytes[size++] = (byte) (0xC0 | c >> 6);
        bytes[size++] = (byte) (0x80 | c & 0x3F);
      } else if (c < 0x10000) {
        bytes[size++] = (byte) (0xE0 | c >> 12);
        bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[size++] = (byte) (0x80 | c & 0x3F);
      } else {
        bytes[size++] = (byte) (0xF0 | c >> 18);
        bytes[size++] = (byte) (0x80 | c >> 12 & 0x3F);
        bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[size++] = (byte) (0x80 | c & 0x3F);
      }
      i += Character.charCount(c);
    }
    return java.util.Arrays.copyOf(bytes, size);
  }
}
