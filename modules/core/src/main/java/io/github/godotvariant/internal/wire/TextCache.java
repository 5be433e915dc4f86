package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A cache of short texts and key sequences. A decoder keeps it for the next input, which often
 * contains the same texts. The cache finds a text by its bytes. Each text has one slot and replaces
 * the text in this slot, so the size of the cache is bounded for all inputs. Used by one thread at
 * a time.
 */
public final class TextCache {
  private static final int SIZE = 256;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  public final KeyPrediction.Tree keys = new KeyPrediction.Tree();

  private final long[] firsts = new long[SIZE];
  private final long[] middles = new long[SIZE];
  private final long[] lasts = new long[SIZE];
  private final Variant[] texts = new Variant[SIZE];

  /** Returns the slot of a text with the three words of an {@link EncodedText}. */
  public static int slot(long first, long middle, long last) {
    long hash = ((first ^ Long.rotateLeft(middle, 23)) * HASH_FACTOR ^ last) * HASH_FACTOR;
    return (int) (hash >>> 40) & (SIZE - 1);
  }

  /** Returns the text with these words if it is in its slot, else null. */
  public @Nullable Variant find(int slot, long first, long middle, long last) {
    long difference = (first ^ firsts[slot]) | (middle ^ middles[slot]) | (last ^ lasts[slot]);
    return difference == 0 ? texts[slot] : null;
  }

  /** Keeps a text of at most {@link EncodedText#MAX_COVERED} bytes in its slot. */
  public void keep(int slot, long first, long middle, long last, Variant text) {
    firsts[slot] = first;
    middles[slot] = middle;
    lasts[slot] = last;
    texts[slot] = text;
  }
}
