package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TextRule;
import org.jspecify.annotations.Nullable;

/**
 * What code that was generated for one form of input needs of a decoder, which it moves only when
 * it has succeeded. Nothing here throws for what stands in the input, but {@link #skip}.
 */
public final class Straight {
  private static final TextRule TEXTS = Dialect.GODOT_4_0.textRule();

  /** Up to here a string is looked at character by character. */
  private static final int SHORT_TEXT = 64;

  private Straight() {}

  /** The array that a decoder reads from. */
  public static byte[] bytes(ValueDecoder in) {
    return in.in;
  }

  /** Where the input ends in it. */
  public static int end(ValueDecoder in) {
    return in.end;
  }

  /** Where the decoder is in it. */
  public static int at(ValueDecoder in) {
    return in.pos;
  }

  /** Moves the decoder. */
  public static void move(ValueDecoder in, int at) {
    in.pos = at;
  }

  /** The limits of a decoder. */
  public static ReadLimits limits(ValueDecoder in) {
    return in.limits;
  }

  /** What a decoder remembers. */
  public static TextCache memory(ValueDecoder in) {
    return in.cache();
  }

  /** What the limits still allow. */
  public static long elementsLeft(ValueDecoder in) {
    return in.elementsLeft;
  }

  /** What the limits still allow. */
  public static long heapLeft(ValueDecoder in) {
    return in.heapLeft;
  }

  /** Says what the limits still allow. */
  public static void restore(ValueDecoder in, long elements, long heap) {
    in.restore(elements, heap);
  }

  /** Eight bytes. */
  public static long getLong(byte[] bytes, int at) {
    return Wire.getLong(bytes, at);
  }

  /** Eight bytes. */
  public static void putLong(byte[] bytes, int at, long value) {
    Wire.putLong(bytes, at, value);
  }

  /** Whether a text is ASCII without NUL, followed by zeros up to a multiple of four bytes. */
  public static boolean isPlain(byte[] bytes, int at, int length) {
    if (!Utf8.isPlainAscii(bytes, at, length)) {
      return false;
    }
    for (int i = 0; i < Wire.padding(length); i++) {
      if (bytes[at + length + i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Skips the value at the decoder's position. Throws if it is malformed. */
  public static void skip(ValueDecoder in, int depth) {
    in.restart(depth);
    in.skipValue();
  }

  /** Prepares a decoder to read the one value at its position. */
  public static void restart(ValueDecoder in, int depth) {
    in.restart(depth);
  }

  /**
   * Writes length, bytes and padding of a text, for which the array has room if each character
   * takes three bytes.
   *
   * @return where it ends; negative if there is no form for it
   */
  @SuppressWarnings("deprecation") // takes the low byte of each char: right for ASCII, and fastest
  public static int putText(byte[] out, int at, String text) {
    int length = text.length();
    if (length <= SHORT_TEXT) {
      int padded = length + Wire.padding(length);
      if (length > 0) {
        Wire.putInt(out, at + padded, 0); // the last four of them, before the text covers them
        text.getBytes(0, length, out, at + 4);
        int bits = 0;
        for (int i = 0; i < length; i++) {
          char c = text.charAt(i);
          bits |= c | (c - 1);
        }
        if ((bits & ~0x7F) != 0) {
          return putOther(out, at, text);
        }
      }
      Wire.putInt(out, at, length);
      return at + 4 + padded;
    }
    return putOther(out, at, text);
  }

  private static int putOther(byte[] out, int at, String text) {
    byte[] bytes = Utf8.encode(text, TEXTS);
    if (bytes == null) {
      return -1;
    }
    int padding = Wire.padding(bytes.length);
    Wire.putInt(out, at, bytes.length);
    System.arraycopy(bytes, 0, out, at + 4, bytes.length);
    int end = at + 4 + bytes.length;
    for (int i = 0; i < padding; i++) {
      out[end + i] = 0;
    }
    return end + padding;
  }
}
