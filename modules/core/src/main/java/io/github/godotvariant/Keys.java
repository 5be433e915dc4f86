package io.github.godotvariant;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a dictionary: distinct by the engine's rule, in order, with an index for lookup.
 * Dictionaries of the same shape share one.
 *
 * <p>The index is an open-addressing table of positions. At first it uses the hash codes of texts,
 * which are cheap and predictable. When keys collide too often, the index is built again with keyed
 * hashes of texts. No search looks at more than {@link #MAX_PROBES} other keys.
 */
final class Keys extends AbstractList<Variant> implements RandomAccess {
  static final Keys NONE = new Keys(new Variant[0]);

  /** Up to this size a search from the front is as fast as an index. */
  private static final int SMALL = 8;

  /**
   * How many other keys are looked at for one key. With keyed hashes, and a table that is at most
   * half full, the probability that a key needs more is below 2^-100 for a billion keys.
   */
  static final int MAX_PROBES = 512;

  /**
   * How many other keys are looked at for each key, on average, before hashes of texts are keyed.
   * Chance makes less than a third of it.
   */
  private static final int AVERAGE_PROBES = 5;

  /** How many more, as the average of a few keys varies. */
  private static final int SPARE_PROBES = 32;

  private final Variant[] keys;

  /** What the codec knows of the bytes of these keys, or null where it did not make them. */
  final @Nullable Object wire;

  private volatile @Nullable Index index;

  private static final class Index {
    /** Positions and one more; at most half of them are taken. */
    final int[] slots;

    /** Whether the hashes of texts are keyed, as all others always are. */
    final boolean keyedTexts;

    /** How many other keys may still be looked at while this is built. */
    private long probesLeft;

    Index(int size, boolean keyedTexts) {
      slots = new int[Integer.highestOneBit(Math.max(4, size)) << 2];
      this.keyedTexts = keyedTexts;
      probesLeft = keyedTexts ? Long.MAX_VALUE : SPARE_PROBES + (long) AVERAGE_PROBES * size;
    }

    /**
     * Finds the slot where a key is or can be put.
     *
     * @return -1 if the keys collide too often
     */
    int slot(Variant[] keys, Variant key, KeyRule rule) {
      int mask = slots.length - 1;
      int slot = hash(key, rule) & mask;
      for (int probes = 0; slots[slot] != 0; probes++) {
        if (KeyEquality.equal(keys[slots[slot] - 1], key, rule)) {
          return slot;
        }
        if (probes == MAX_PROBES || --probesLeft < 0) {
          return -1;
        }
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private int hash(Variant key, KeyRule rule) {
      if (!keyedTexts) {
        if (key instanceof StringValue text) {
          return KeyEquality.hash(text.value());
        } else if (key instanceof StringName name) {
          return KeyEquality.hash(name.value());
        }
      }
      return KeyEquality.hash(key, rule);
    }

    /** The position of a key, or -1. Changes nothing, so that several threads may search. */
    int find(Variant[] keys, Variant key) {
      int mask = slots.length - 1;
      int slot = hash(key, KeyRule.GODOT_4) & mask;
      for (int probes = 0; probes <= MAX_PROBES && slots[slot] != 0; probes++) {
        int position = slots[slot] - 1;
        if (KeyEquality.equal(keys[position], key, KeyRule.GODOT_4)) {
          return position;
        }
        slot = (slot + 1) & mask;
      }
      return -1;
    }

    /** The position of a String, or of the equal StringName, by hashes that are not keyed. */
    int find(Variant[] keys, String text) {
      int mask = slots.length - 1;
      int slot = KeyEquality.hash(text) & mask;
      for (int probes = 0; probes <= MAX_PROBES && slots[slot] != 0; probes++) {
        int position = slots[slot] - 1;
        if (isText(keys[position], text)) {
          return position;
        }
        slot = (slot + 1) & mask;
      }
      return -1;
    }
  }

  /** Takes ownership of distinct keys. The codec calls this. */
  Keys(Variant[] keys, Object wire) {
    this.keys = keys;
    this.wire = wire;
  }

  /** Takes ownership of distinct keys. */
  Keys(Variant[] keys) {
    this.keys = keys;
    this.wire = null;
  }

  private Keys(Variant[] keys, Index index) {
    this(keys);
    this.index = index;
  }

  /** Distinct keys and the values that belong to them. */
  record Deduplicated(Keys keys, Object[] values) {}

  /**
   * Keys and values of a dictionary as the engine would hold them after inserting the pairs in
   * order: a key that comes again keeps its first place (and first form) and takes the last value.
   * Takes ownership of both arrays.
   *
   * @throws VariantLimitException if more than {@link #MAX_PROBES} keys crowd in one place
   */
  static Deduplicated deduplicate(Variant[] keys, Object[] values, KeyRule rule) {
    if (keys.length <= SMALL) {
      return deduplicateSmall(keys, values, rule);
    }
    Deduplicated done = deduplicateIndexed(keys, values, false, rule);
    if (done == null) {
      done = deduplicateIndexed(keys, values, true, rule);
    }
    if (done == null) {
      throw tooManyCollisions();
    }
    return done;
  }

  private static VariantLimitException tooManyCollisions() {
    return new VariantLimitException(
        "more than " + MAX_PROBES + " keys of a Dictionary with similar hashes",
        VariantException.NO_OFFSET,
        "");
  }

  private static Deduplicated deduplicateSmall(Variant[] keys, Object[] values, KeyRule rule) {
    int size = 0;
    next:
    for (int i = 0; i < keys.length; i++) {
      for (int j = 0; j < size; j++) {
        if (KeyEquality.equal(keys[j], keys[i], rule)) {
          values[j] = values[i];
          continue next;
        }
      }
      keys[size] = keys[i];
      values[size++] = values[i];
    }
    return trimmed(keys, values, size);
  }

  /** Null if the hashes collide too often; the arrays are then as they were. */
  private static @Nullable Deduplicated deduplicateIndexed(
      Variant[] keys, Object[] values, boolean keyedTexts, KeyRule rule) {
    Index made = new Index(keys.length, keyedTexts);
    int[] slots = made.slots;
    int[] places = new int[keys.length];
    int size = 0;
    boolean indexed = true;
    for (int i = 0; i < keys.length; i++) {
      places[i] = i;
      if (rule == KeyRule.GODOT_3) {
        // The index is for lookup, which is always as in Godot 4.
        indexed &= !KeyEquality.isUnique(keys[i], KeyRule.GODOT_4);
        if (KeyEquality.isUnique(keys[i], rule)) {
          indexed = false;
          size++;
          continue;
        }
      }
      int slot = made.slot(keys, keys[i], rule);
      if (slot < 0) {
        return null;
      }
      if (slots[slot] == 0) {
        slots[slot] = i + 1;
        size++;
      }
      places[i] = slots[slot] - 1;
    }
    if (size == keys.length) {
      return new Deduplicated(indexed ? new Keys(keys, made) : new Keys(keys), values);
    }
    int to = 0;
    int[] moved = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      if (places[i] == i) {
        moved[i] = to;
        keys[to] = keys[i];
        values[to++] = values[i];
      } else {
        values[moved[places[i]]] = values[i];
      }
    }
    return trimmed(keys, values, size);
  }

  private static Deduplicated trimmed(Variant[] keys, Object[] values, int size) {
    return size == keys.length
        ? new Deduplicated(new Keys(keys), values)
        : new Deduplicated(new Keys(Arrays.copyOf(keys, size)), Arrays.copyOf(values, size));
  }

  /** The position of a key by the engine's equality, or -1. */
  int find(Variant key) {
    if (keys.length <= SMALL) {
      for (int i = 0; i < keys.length; i++) {
        if (KeyEquality.equal(keys[i], key, KeyRule.GODOT_4)) {
          return i;
        }
      }
      return -1;
    }
    return index().find(keys, key);
  }

  /** The position of a String, or of the equal StringName, or -1; makes no object. */
  int find(String text) {
    if (keys.length <= SMALL) {
      for (int i = 0; i < keys.length; i++) {
        if (isText(keys[i], text)) {
          return i;
        }
      }
      return -1;
    }
    Index found = index();
    return found.keyedTexts ? found.find(keys, StringValue.of(text)) : found.find(keys, text);
  }

  private static boolean isText(Variant key, String text) {
    return key instanceof StringValue string
        ? string.value().equals(text)
        : key instanceof StringName name && name.value().equals(text);
  }

  private Index index() {
    Index known = index;
    if (known == null) {
      known = build(false);
      if (known == null) {
        known = build(true);
      }
      if (known == null) {
        throw tooManyCollisions();
      }
      index = known;
    }
    return known;
  }

  /** Of keys that are the same, as there can be from Godot 3, the first is found. */
  private @Nullable Index build(boolean keyedTexts) {
    Index made = new Index(keys.length, keyedTexts);
    int[] slots = made.slots;
    for (int i = 0; i < keys.length; i++) {
      int slot = made.slot(keys, keys[i], KeyRule.GODOT_4);
      if (slot < 0) {
        return null;
      }
      if (slots[slot] == 0) {
        slots[slot] = i + 1;
      }
    }
    return made;
  }

  @Override
  public Variant get(int position) {
    return keys[Objects.checkIndex(position, keys.length)];
  }

  @Override
  public int size() {
    return keys.length;
  }
}
