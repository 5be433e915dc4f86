package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A cache of short texts and key sequences. A codec keeps the cache for the next input, which often
 * contains the same texts. The bytes of a text determine its slot. A new text replaces the text in
 * its slot, so the size of the cache is bounded for all inputs. Used by one thread at a time.
 */
public final class TextCache {
  private static final int SIZE = 256;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  public final KeyPrediction.Tree keys = new KeyPrediction.Tree();

  private final long[] firsts = new long[SIZE];
  private final long[] middles = new long[SIZE];
  private final long[] lasts = new long[SIZE];
  private final Variant[] texts = new Variant[SIZE];

  /**
   * Returns the index of the slot for a text. The arguments are the three words of the text as an
   * {@link EncodedText}.
   */
  public static int slot(long first, long middle, long last) {
    long hash = ((first ^ Long.rotateLeft(middle, 23)) * HASH_FACTOR ^ last) * HASH_FACTOR;
    return (int) (hash >>> 40) & (SIZE - 1);
  }

  /** Returns the text in the slot if it has these words; otherwise null. */
  public @Nullable Variant find(int slot, long first, long middle, long last) {
    long difference = (first ^ firsts[slot]) | (middle ^ middles[slot]) | (last ^ lasts[slot]);
    return difference == 0 ? texts[slot] : null;
  }

  /**
   * Stores a text in its slot. The header, the length and the text together have at most {@link
   * EncodedText#MAX_COVERED} bytes.
   */
  public void keep(int slot, long first, long middle, long last, Variant text) {
    firsts[slot] = first;
    middles[slot] = middle;
    lasts[slot] = last;
    texts[slot] = text;
  }
}
