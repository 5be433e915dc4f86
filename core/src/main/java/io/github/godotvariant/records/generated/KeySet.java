package io.github.godotvariant.records.generated;

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

  private KeySet(Key[] keys) {
    this.keys = keys;
    for (int i = 0; i < REMEMBERED; i++) {
      order[i] = (byte) (i % keys.length);
    }
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
    for (int i = 0; i < keys.length; i++) {
      if (stands(i, in, at, end)) {
        order[place] = (byte) i;
        return i;
      }
    }
    return UNKNOWN;
  }

  private boolean stands(int key, byte[] in, int at, int end) {
    Key candidate = keys[key];
    return candidate.size() <= end - at && candidate.standsAt(in, at);
  }
}
