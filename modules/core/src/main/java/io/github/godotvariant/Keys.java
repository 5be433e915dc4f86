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
 * <p>The index is an open-addressing table of positions. It starts with hashes that are cheap but
 * can be foreseen; when keys collide too often, which only happens on purpose, it is built again
 * with a secret seed.
 */
final class Keys extends AbstractList<Variant> implements RandomAccess {
  static final Keys NONE = new Keys(new Variant[0]);

  /** Up to this size a search from the front is as fast as an index. */
  private static final int SMALL = 8;

  /** How many other keys may be met for each one: more than three times what chance makes. */
  private static final int MOST_PROBES = 5;

  /** How many more, as chance has its way with a few keys. */
  private static final int SPARE_PROBES = 32;

  private final Variant[] keys;

  /** What the codec knows of the bytes of these keys, or null where it did not make them. */
  final @Nullable Object wire;

  private volatile @Nullable Index index;

  private static final class Index {
    /** Positions and one more; at most half of them are taken. */
    final int[] slots;

    final long seed;

    /** How many other keys may still be met while this is built. */
    private long probesLeft;

    Index(int size, long seed) {
      slots = new int[Integer.highestOneBit(Math.max(4, size)) << 2];
      this.seed = seed;
      probesLeft = SPARE_PROBES + (long) MOST_PROBES * size;
    }

    /** Where a key is or is to be; negative if the unseeded hashes collide too often. */
    int slot(Variant[] keys, int at, KeyRule rule) {
      int mask = slots.length - 1;
      int slot = KeyEquality.hash(keys[at], seed) & mask;
      while (slots[slot] != 0 && !KeyEquality.equal(keys[slots[slot] - 1], keys[at], rule)) {
        slot = (slot + 1) & mask;
        if (--probesLeft < 0 && seed == 0) {
          return -1;
        }
      }
      return slot;
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
   */
  static Deduplicated deduplicate(Variant[] keys, Object[] values, KeyRule rule) {
    if (keys.length <= SMALL) {
      return deduplicateSmall(keys, values, rule);
    }
    Deduplicated done = deduplicateIndexed(keys, values, 0, rule);
    return done != null
        ? done
        : Objects.requireNonNull(
            deduplicateIndexed(keys, values, KeyEquality.SEED, rule), "seeded");
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

  /** Null if the unseeded hashes collide too often; the arrays are then as they were. */
  private static @Nullable Deduplicated deduplicateIndexed(
      Variant[] keys, Object[] values, long seed, KeyRule rule) {
    Index made = new Index(keys.length, seed);
    int[] slots = made.slots;
    int[] places = new int[keys.length];
    int size = 0;
    boolean indexed = true;
    for (int i = 0; i < keys.length; i++) {
      places[i] = i;
      if (KeyEquality.isUnique(keys[i], rule)) {
        indexed = false;
        size++;
        continue;
      }
      int slot = made.slot(keys, i, rule);
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
    if (KeyEquality.isUnique(key, KeyRule.GODOT_4)) {
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] == key) {
          return i;
        }
      }
      return -1;
    }
    Index found = index();
    int mask = found.slots.length - 1;
    for (int slot = KeyEquality.hash(key, found.seed) & mask;
        found.slots[slot] != 0;
        slot = (slot + 1) & mask) {
      int position = found.slots[slot] - 1;
      if (KeyEquality.equal(keys[position], key, KeyRule.GODOT_4)) {
        return position;
      }
    }
    return -1;
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
    if (found.seed != 0) {
      return find(StringValue.of(text));
    }
    int mask = found.slots.length - 1;
    for (int slot = KeyEquality.hash(text) & mask;
        found.slots[slot] != 0;
        slot = (slot + 1) & mask) {
      int position = found.slots[slot] - 1;
      if (isText(keys[position], text)) {
        return position;
      }
    }
    return -1;
  }

  private static boolean isText(Variant key, String text) {
    return key instanceof StringValue string
        ? string.value().equals(text)
        : key instanceof StringName name && name.value().equals(text);
  }

  private Index index() {
    Index known = index;
    if (known == null) {
      known = build(0);
      if (known == null) {
        known = Objects.requireNonNull(build(KeyEquality.SEED), "seeded");
      }
      index = known;
    }
    return known;
  }

  /** Of keys that are the same, as there can be from Godot 3, the first is found. */
  private @Nullable Index build(long seed) {
    Index made = new Index(keys.length, seed);
    int[] slots = made.slots;
    for (int i = 0; i < keys.length; i++) {
      if (KeyEquality.isUnique(keys[i], KeyRule.GODOT_4)) {
        continue;
      }
      int slot = made.slot(keys, i, KeyRule.GODOT_4);
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
