package io.github.godotvariant.internal.wire;

import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.internal.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes and encodes texts by the rules of a dialect. */
public final class Utf8 {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final int MAX_CODE_POINT = 0x10FFFF;

  /**
   * The maximum number of characters for {@link #putAscii}. The JDK encodes longer texts faster.
   */
  static final int SHORT_TEXT = 64;

  private Utf8() {}

  /**
   * Returns the text of {@code length} bytes, or null if they are malformed. At least 8 bytes must
   * come before {@code offset} in the array, for example a header and a length. The check reads
   * words of 8 bytes, and the last word ends with the text.
   */
  public static @Nullable String decode(byte[] bytes, int offset, int length, TextRule rule) {
    if (length == 0) {
      return "";
    }
    return isPlainAscii(bytes, offset, length)
        ? new String(bytes, offset, length, StandardCharsets.ISO_8859_1)
        : decodeOther(bytes, offset, length, rule);
  }

  /** Returns whether all bytes are 1 to 127: ASCII without NUL. */
  public static boolean isPlainAscii(byte[] bytes, int offset, int length) {
    int end = offset + length;
    for (int i = offset; i + 8 <= end; i += 8) {
      if (hasNulOrHigh(Wire.getLong(bytes, i))) {
        return false;
      }
    }
    int rest = length & 7;
    if (rest == 0) {
      return true;
    }
    // The last word ends with the text. Bytes that were checked before, or that come before the
    // text, are replaced by bytes of 1, which pass the check.
    int shift = 64 - 8 * rest;
    return !hasNulOrHigh((Wire.getLong(bytes, end - 8) >>> shift) | (ONES << (8 * rest)));
  }

  /**
   * Returns whether one of the 8 bytes is 0 or above 127. Subtracting 1 from a byte of 0 sets its
   * high bit.
   */
  private static boolean hasNulOrHigh(long word) {
    return ((word | (word - ONES)) & HIGH) != 0;
  }

  private static @Nullable String decodeOther(byte[] bytes, int offset, int length, TextRule rule) {
    int from = textStart(bytes, offset, length, rule);
    int to = textEnd(bytes, from, offset + length, rule);
    if (rule == TextRule.GENERALISED) {
      return malformedAt(bytes, from, to, rule) >= 0 ? null : decodeGeneralised(bytes, from, to);
    }
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // The JDK puts U+FFFD where bytes are malformed, so only texts with U+FFFD need a check.
    return text.indexOf('\uFFFD') >= 0 && malformedAt(bytes, from, to, rule) >= 0 ? null : text;
  }

  /**
   * Finds the bytes of a text that remain after a rule drops a byte order mark and all bytes from
   * the first NUL on. At least 8 bytes must come before {@code offset} in the array.
   *
   * @return in the lower half, the index of the first remaining byte; in the upper half, the number
   *     of remaining bytes; negative if these bytes are malformed
   */
  static long textSpan(byte[] bytes, int offset, int length, TextRule rule) {
    if (isPlainAscii(bytes, offset, length)) {
      return (long) length << 32 | offset;
    }
    int from = textStart(bytes, offset, length, rule);
    int to = textEnd(bytes, from, offset + length, rule);
    return malformedAt(bytes, from, to, rule) >= 0 ? -1 : (long) (to - from) << 32 | from;
  }

  /**
   * Returns the index after a byte order mark if the rule drops the mark; otherwise {@code offset}.
   */
  private static int textStart(byte[] bytes, int offset, int length, TextRule rule) {
    return rule != TextRule.PLAIN
            && length >= 3
            && bytes[offset] == (byte) 0xEF
            && bytes[offset + 1] == (byte) 0xBB
            && bytes[offset + 2] == (byte) 0xBF
        ? offset + 3
        : offset;
  }

  /** Returns the index of the first NUL if the rule ends texts at a NUL; otherwise {@code to}. */
  private static int textEnd(byte[] bytes, int from, int to, TextRule rule) {
    for (int i = from; i < to && rule != TextRule.PLAIN; i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return to;
  }

  /** Returns the index of the first malformed sequence of a text that {@link #decode} rejects. */
  static int malformedIn(byte[] bytes, int offset, int length, TextRule rule) {
    int from = textStart(bytes, offset, length, rule);
    return malformedAt(bytes, from, textEnd(bytes, from, offset + length, rule), rule);
  }

  private static int malformedAt(byte[] bytes, int from, int to, TextRule rule) {
    int i = from;
    while (i < to) {
      int size = sequenceSize(bytes[i]);
      if (size > to - i || !isWellFormed(bytes, i, size, rule)) {
        return i;
      }
      i += size;
    }
    return -1;
  }

  /** Returns the number of bytes that the first byte of a sequence declares. */
  private static int sequenceSize(byte first) {
    return first >= 0 ? 1 : Integer.numberOfLeadingZeros(~(first << 24));
  }

  private static boolean isWellFormed(byte[] bytes, int offset, int size, TextRule rule) {
    int first = bytes[offset] & 0xFF;
    int maxSize = rule == TextRule.GENERALISED ? 6 : 4;
    return first < 0x80
        || (first >= 0xC2
            && size <= maxSize
            && isContinuation(bytes, offset, size)
            && isInRange(codePoint(bytes, offset, size), size, rule));
  }

  private static boolean isInRange(int codePoint, int size, TextRule rule) {
    if (rule == TextRule.GENERALISED) {
      // Godot 3 accepts overlong sequences, except for code points below this value.
      int smallest = size < 3 ? 1 : 1 << (5 * size - 11);
      return codePoint >= smallest && codePoint <= MAX_CODE_POINT;
    }
    int minimum = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
    return codePoint >= minimum
        && codePoint <= MAX_CODE_POINT
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }

  private static int codePoint(byte[] bytes, int offset, int size) {
    if (size == 1) {
      return bytes[offset];
    }
    int codePoint = bytes[offset] & (0x7F >>> size);
    for (int i = 1; i < size; i++) {
      codePoint = codePoint << 6 | bytes[offset + i] & 0x3F;
    }
    return codePoint;
  }

  private static boolean isContinuation(byte[] bytes, int offset, int size) {
    for (int i = 1; i < size; i++) {
      if ((bytes[offset + i] & 0xC0) != 0x80) {
        return false;
      }
    }
    return true;
  }

  /**
   * Decodes bytes that {@link TextRule#GENERALISED} accepts. They can contain surrogates in three
   * bytes, and sequences of up to six bytes for code points up to U+10FFFF.
   */
  private static String decodeGeneralised(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int i = from;
    while (i < to) {
      int size = sequenceSize(bytes[i]);
      text.appendCodePoint(codePoint(bytes, i, size));
      i += size;
    }
    return text.toString();
  }

  /**
   * Puts length, bytes and padding of a text of plain ASCII.
   *
   * @param terminator the number of NULs after the text, 0 or 1, which the length includes
   * @return the index after the padding, or -1 if the text is not plain ASCII
   */
  @SuppressWarnings(
      "deprecation") // String.getBytes copies the low bytes: right for ASCII, and fastest
  static int putAscii(byte[] out, int offset, String text, int terminator) {
    int length = text.length();
    int size = length + terminator;
    int padded = size + Wire.padding(size);
    Wire.putInt(
        out, offset + padded, 0); // sets the padding; the text then overwrites the other bytes
    text.getBytes(0, length, out, offset + 4);
    int bits = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bits |= c | (c - 1);
    }
    if ((bits & ~0x7F) != 0) {
      return -1;
    }
    Wire.putInt(out, offset, size);
    return offset + 4 + padded;
  }

  /**
   * Puts a text as {@link #putAscii}, but accepts characters that take one or two bytes. Unlike the
   * JDK's encoder, it allocates no array.
   */
  static int putLatin(byte[] out, int offset, String text, int terminator) {
    int next = offset + 4;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || c >= 0x800) {
        return -1;
      }
      if (c < 0x80) {
        out[next++] = (byte) c;
      } else {
        out[next++] = (byte) (0xC0 | c >> 6);
        out[next++] = (byte) (0x80 | c & 0x3F);
      }
    }
    int size = next - offset - 4 + terminator;
    int end = offset + 4 + size + Wire.padding(size);
    Arrays.fill(out, next, end, (byte) 0);
    Wire.putInt(out, offset, size);
    return end;
  }

  /** Puts length, bytes and padding of an encoded text. Returns the index after the padding. */
  static int putBytes(byte[] out, int offset, byte[] bytes, int terminator) {
    int size = bytes.length + terminator;
    int end = offset + 4 + size + Wire.padding(size);
    Wire.putInt(out, offset, size);
    System.arraycopy(bytes, 0, out, offset + 4, bytes.length);
    Arrays.fill(out, offset + 4 + bytes.length, end, (byte) 0);
    return end;
  }

  /** Returns the bytes of a text, or null if the rule cannot express the text. */
  static byte @Nullable [] encode(String text, TextRule rule) {
    if (rule != TextRule.PLAIN && text.indexOf('\0') >= 0) {
      return null;
    }
    if (!hasLoneSurrogate(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    return rule == TextRule.GENERALISED ? encodeGeneralised(text) : null;
  }

  private static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && Surrogates.isLone(text, i)) {
        return true;
      }
    }
    return false;
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
    return Arrays.copyOf(bytes, size);
  }
}
