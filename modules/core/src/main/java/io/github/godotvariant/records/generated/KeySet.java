package io.github.godotvariant.records.generated;

import io.github.godotvariant.internal.wire.Wire;
import java.util.Arrays;

/** The keys of a record, with the order in which they came the last time. */
public final class KeySet {
  /** Instead of the number of a key: it was none of them, and the pair is behind. */
  public static final int UNKNOWN = -1;

  /** Instead of the number of a key: whatever it is, it cannot be read this way. */
  public static final int SURPRISE = -2;

  private static final int REMEMBERED = 64;

  private final Key[] keys;

  /**
   * Which key came at a place. Several threads may write here; whatever stands here is only tried
   * first.
   */
  private final byte[] order = new byte[REMEMBERED];

  /** By the hash of their bytes: one more than the number of a key, or 0. A quarter is full. */
  private final byte[] table;

  private final int longest;

  private KeySet(Key[] keys) {
    this.keys = keys;
    for (int i = 0; i < REMEMBERED; i++) {
      order[i] = (byte) (i % keys.length);
    }
    table = new byte[4 * Integer.highestOneBit(2 * keys.length - 1)];
    int most = 0;
    for (int i = 0; i < keys.length; i++) {
      int slot = slot(length(i), keys[i].last());
      while (table[slot] != 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = (byte) (i + 1);
      most = Math.max(most, length(i));
    }
    longest = most;
  }

  private int slot(int length, long last) {
    long mixed = (last + length) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & table.length - 1;
  }

  /**
   * Keys.
   *
   * @param keys at least one and at most 64
   * @return the set
   */
  public static KeySet of(Key... keys) {
    return new KeySet(Arrays.copyOf(keys, keys.length));
  }

  int size(int key) {
    return keys[key].size();
  }

  /** Without header, length and padding. */
  int length(int key) {
    return (int) (keys[key].first() >>> 32);
  }

  /** The number of the key at an index, which must end at another; negative if it is none. */
  int find(byte[] in, int at, int end, int pair) {
    int place = pair & (REMEMBERED - 1);
    int expected = order[place];
    if (stands(expected, in, at, end)) {
      return expected;
    }
    int found = lookUp(in, at, end);
    if (found >= 0) {
      order[place] = (byte) found;
    }
    return found;
  }

  private int lookUp(byte[] in, int at, int end) {
    if (end - at < 8) {
      return UNKNOWN;
    }
    int length = (int) (Wire.getLong(in, at) >>> 32);
    int size = 8 + (length + 3 & ~3);
    if (length < 0 || length > longest || size > end - at) {
      return UNKNOWN;
    }
    int slot = slot(length, Wire.getLong(in, at + size - 8));
    while (table[slot] != 0) {
      int key = table[slot] - 1;
      if (stands(key, in, at, end)) {
        return key;
      }
      slot = slot + 1 & table.length - 1;
    }
    return UNKNOWN;
  }

  private boolean stands(int key, byte[] in, int at, int end) {
    Key candidate = keys[key];
    return candidate.size() <= end - at && candidate.standsAt(in, at);
  }
}
