package io.github.godotvariant;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stores the keys of a dictionary in insertion order, and finds the position of a key. No two keys
 * are equal by the rule of the engine. Dictionaries with the same keys can share one instance.
 *
 * <p>The index for lookup is a hash table with open addressing, which contains the positions of the
 * keys. At first, the index uses {@link KeyEquality#hash(String)} for texts, which is fast, but
 * untrusted input can choose texts that collide. When keys collide too often, the index is built
 * again with keyed hashes of texts, which depend on a secret. A search visits at most {@link
 * #MAX_PROBES} slots after the first slot.
 */
final class DictionaryKeys extends AbstractList<Variant> implements RandomAccess {
  static final DictionaryKeys NONE = new DictionaryKeys(new Variant[0]);

  /**
   * The maximum number of keys for a linear search. Up to this number, a linear search is as fast
   * as an index.
   */
  private static final int MAX_LINEAR_SEARCH = 8;

  /**
   * Maximum number of other keys that a search visits before it finds a key. The table is at most
   * half full. If the hashes are keyed, the probability that one of a billion keys needs more
   * visits is therefore below 2^-100.
   */
  static final int MAX_PROBES = 512;

  /**
   * Maximum average number of other keys that are visited to add a key. If an index without keyed
   * hashes needs more visits, the index is built again with keyed hashes of texts. Random hashes
   * need less than a third of this number.
   */
  private static final int AVERAGE_PROBES = 5;

  /**
   * Number of other keys that may be visited in addition to {@link #AVERAGE_PROBES} for each key.
   * This number is for all keys together. It is necessary because the average for a few keys
   * varies.
   */
  private static final int SPARE_PROBES = 32;

  private final Variant[] keys;

  /**
   * The codec's data about the bytes of these keys; null if the keys do not come from the codec.
   */
  final @Nullable Object encoded;

  private volatile @Nullable Index index;

  private static final class Index {
    /**
     * For each slot, the position of a key plus 1, or 0 if the slot is empty. At most half of the
     * slots are used.
     */
    private final int[] slots;

    private final int mask;

    /**
     * Whether the hashes of texts are keyed, which means that they depend on a secret. The hashes
     * of other keys are always keyed.
     */
    final boolean usesKeyedTexts;

    /** Number of other keys that may still be visited while the index is built. */
    private long remainingProbes;

    Index(int size, boolean usesKeyedTexts) {
      slots = new int[Integer.highestOneBit(Math.max(4, size)) << 2];
      mask = slots.length - 1;
      this.usesKeyedTexts = usesKeyedTexts;
      remainingProbes =
          usesKeyedTexts ? Long.MAX_VALUE : SPARE_PROBES + (long) AVERAGE_PROBES * size;
    }

    /**
     * Adds the key at a position, if no equal key was added before.
     *
     * @return the position of the equal key; {@code position} if the key was added; -1 if the keys
     *     collide too often
     */
    int add(Variant[] keys, int position, KeyRule rule) {
      int start = hash(keys[position], rule) & mask;
      int slot = slot(keys, keys[position], rule, start);
      remainingProbes -= slot - start & mask;
      if (slot < 0 || remainingProbes < 0) {
        return -1;
      }
      if (slots[slot] == 0) {
        slots[slot] = position + 1;
      }
      return slots[slot] - 1;
    }

    /**
     * Returns the position of a key, or -1. Changes nothing, so several threads may search at the
     * same time.
     */
    int find(Variant[] keys, Variant key) {
      int slot = slot(keys, key, KeyRule.GODOT_4, hash(key, KeyRule.GODOT_4) & mask);
      return slot < 0 ? -1 : slots[slot] - 1;
    }

    /**
     * Returns the index in {@link #slots} of a key, or of the empty slot for a new key. Returns -1
     * if more than {@link #MAX_PROBES} other keys must be visited.
     */
    private int slot(Variant[] keys, Variant key, KeyRule rule, int start) {
      int slot = start;
      for (int probes = 0; slots[slot] != 0; probes++) {
        if (KeyEquality.equal(keys[slots[slot] - 1], key, rule)) {
          return slot;
        }
        if (probes == MAX_PROBES) {
          return -1;
        }
        slot = slot + 1 & mask;
      }
      return slot;
    }

    private int hash(Variant key, KeyRule rule) {
      if (!usesKeyedTexts) {
        if (key instanceof StringValue text) {
          return KeyEquality.hash(text.value());
        } else if (key instanceof StringName name) {
          return KeyEquality.hash(name.value());
        }
      }
      return KeyEquality.hash(key, rule);
    }

    /**
     * Returns the position of the String or StringName with this text, or -1. Must be called only
     * if the hashes of texts are not keyed.
     */
    int find(Variant[] keys, String text) {
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

  /** Takes ownership of an array of distinct keys. The codec calls this constructor. */
  DictionaryKeys(Variant[] keys, Object encoded) {
    this.keys = keys;
    this.encoded = encoded;
  }

  /** Takes ownership of an array of distinct keys. */
  DictionaryKeys(Variant[] keys) {
    this.keys = keys;
    this.encoded = null;
  }

  private DictionaryKeys(Variant[] keys, Index index) {
    this(keys);
    this.index = index;
  }

  /** Distinct keys, and the value of each key at the same index. */
  record Deduplicated(DictionaryKeys keys, Object[] values) {}

  /**
   * Returns the keys and values that the engine has after inserting the pairs in order. If several
   * keys are equal, only the first of these keys is kept, at its position, with the last value.
   * Takes ownership of both arrays.
   *
   * @throws VariantLimitException if more than {@link #MAX_PROBES} keys have similar hashes
   */
  static Deduplicated deduplicate(Variant[] keys, Object[] values, KeyRule rule) {
    if (keys.length <= MAX_LINEAR_SEARCH) {
      return deduplicateSmall(keys, values, rule);
    }
    return withFallback(usesKeyedTexts -> deduplicateIndexed(keys, values, usesKeyedTexts, rule));
  }

  /**
   * Calls a function that builds an index. The argument of the function tells whether to use keyed
   * hashes of texts. The first call has the argument false. If the result is null, the second call
   * has the argument true.
   */
  private static <T> T withFallback(Function<Boolean, @Nullable T> build) {
    T result = build.apply(false);
    if (result == null) {
      result = build.apply(true);
    }
    if (result == null) {
      throw tooManyCollisions();
    }
    return result;
  }

  private static VariantLimitException tooManyCollisions() {
    return new VariantLimitException(
        "more than " + MAX_PROBES + " keys of a Dictionary with similar hashes",
        VariantException.NO_OFFSET,
        "");
  }

  private static Deduplicated deduplicateSmall(Variant[] keys, Object[] values, KeyRule rule) {
    int size = 0;
    for (int i = 0; i < keys.length; i++) {
      int existing = search(keys, size, keys[i], rule);
      if (existing >= 0) {
        values[existing] = values[i];
      } else {
        keys[size] = keys[i];
        values[size++] = values[i];
      }
    }
    return trimmed(keys, values, size);
  }

  /**
   * Runs {@link #deduplicate} with an index. Returns null if the keys collide too often; the arrays
   * are then unchanged.
   */
  private static @Nullable Deduplicated deduplicateIndexed(
      Variant[] keys, Object[] values, boolean usesKeyedTexts, KeyRule rule) {
    Index index = new Index(keys.length, usesKeyedTexts);
    int[] firstPositions = new int[keys.length];
    int size = 0;
    for (int i = 0; i < keys.length; i++) {
      boolean isUnique = rule == KeyRule.GODOT_3 && KeyEquality.isUnique(keys[i], rule);
      int first = isUnique ? i : index.add(keys, i, rule);
      if (first < 0) {
        return null;
      }
      firstPositions[i] = first;
      size += first == i ? 1 : 0;
    }
    if (size == keys.length) {
      // Lookup always follows the rule of Godot 4.
      return new Deduplicated(
          rule == KeyRule.GODOT_4 ? new DictionaryKeys(keys, index) : new DictionaryKeys(keys),
          values);
    }
    int length = 0;
    int[] newPositions = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      if (firstPositions[i] == i) {
        newPositions[i] = length;
        keys[length] = keys[i];
        values[length++] = values[i];
      } else {
        values[newPositions[firstPositions[i]]] = values[i];
      }
    }
    return trimmed(keys, values, size);
  }

  private static Deduplicated trimmed(Variant[] keys, Object[] values, int size) {
    return size == keys.length
        ? new Deduplicated(new DictionaryKeys(keys), values)
        : new Deduplicated(
            new DictionaryKeys(Arrays.copyOf(keys, size)), Arrays.copyOf(values, size));
  }

  /** {@return the position of a key by the key rule of Godot 4, or -1} */
  int find(Variant key) {
    if (keys.length <= MAX_LINEAR_SEARCH) {
      return search(keys, keys.length, key, KeyRule.GODOT_4);
    }
    return index().find(keys, key);
  }

  /** Returns the position of a key among the first {@code size} keys, or -1. */
  private static int search(Variant[] keys, int size, Variant key, KeyRule rule) {
    for (int i = 0; i < size; i++) {
      if (KeyEquality.equal(keys[i], key, rule)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the position of the String or StringName with this text, or -1. Creates a value for the
   * text only if the hashes of texts are keyed.
   */
  int find(String text) {
    if (keys.length <= MAX_LINEAR_SEARCH) {
      for (int i = 0; i < keys.length; i++) {
        if (isText(keys[i], text)) {
          return i;
        }
      }
      return -1;
    }
    Index found = index();
    return found.usesKeyedTexts ? found.find(keys, StringValue.of(text)) : found.find(keys, text);
  }

  private static boolean isText(Variant key, String text) {
    return key instanceof StringValue string
        ? string.value().equals(text)
        : key instanceof StringName name && name.value().equals(text);
  }

  private Index index() {
    Index known = index;
    if (known == null) {
      known = withFallback(this::build);
      index = known;
    }
    return known;
  }

  /**
   * Returns a new index, or null if the keys collide too often. The index follows the rule of Godot
   * 4. If several keys are different in Godot 3 but equal in Godot 4, the index contains the first
   * of them.
   */
  private @Nullable Index build(boolean usesKeyedTexts) {
    Index index = new Index(keys.length, usesKeyedTexts);
    for (int i = 0; i < keys.length; i++) {
      if (index.add(keys, i, KeyRule.GODOT_4) < 0) {
        return null;
      }
    }
    return index;
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
