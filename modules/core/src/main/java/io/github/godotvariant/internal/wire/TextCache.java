package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Short texts that were read lately, found by their bytes, because the same few come again and
 * again. A text has one place and drives out the one before; strange input only makes it forget.
 */
final class TextCache {
  private static final int SIZE = 256;
  private final long[] firsts = new long[SIZE];
  private final long[] middles = new long[SIZE];
  private final long[] lasts = new long[SIZE];
  private final Variant[] texts = new Variant[SIZE];

  /**
   * The place of the text whose bytes, at most {@link EncodedText#MAX_COVERED}, are at an index.
   */
  static int place(byte[] in, int at, int size) {
    return EncodedText.hash(in, at, size) & (SIZE - 1);
  }

  /** The text with these bytes if it is in its place, else null. */
  @Nullable Variant find(int place, byte[] in, int at, int size) {
    long difference =
        (Wire.getLong(in, at) ^ firsts[place])
            | (Wire.getLong(in, at + EncodedText.middleAt(size)) ^ middles[place])
            | (Wire.getLong(in, at + size - 8) ^ lasts[place]);
    return difference == 0 ? texts[place] : null;
  }

  /** The text with these words, its first, middle and last, if it is in its place, else null. */
  @Nullable Variant find(long first, long middle, long last) {
    int place = EncodedText.hash(first, middle, last) & (SIZE - 1);
    long difference = (first ^ firsts[place]) | (middle ^ middles[place]) | (last ^ lasts[place]);
    return difference == 0 ? texts[place] : null;
  }

  void keep(int place, byte[] in, int at, int size, Variant text) {
    firsts[place] = Wire.getLong(in, at);
    middles[place] = Wire.getLong(in, at + EncodedText.middleAt(size));
    lasts[place] = Wire.getLong(in, at + size - 8);
    texts[place] = text;
  }
}
