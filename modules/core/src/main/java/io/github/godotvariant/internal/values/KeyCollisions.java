package io.github.godotvariant.internal.values;

import io.github.godotvariant.Variant;
import java.security.SecureRandom;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits the work for keys with equal hash codes while a set or map is read from untrusted input.
 *
 * <p>A {@link java.util.HashMap} compares a key with every other key of the same hash code. Classes
 * with a weak hash code, such as lists and records, therefore allow an input whose cost grows with
 * the square of its length. If keys contain sets, each comparison of two keys compares the elements
 * of these sets, and the cost grows faster.
 *
 * <p>The work for a key is estimated in bytes before the key is looked up. The calculation of the
 * hash code counts as the length of the key. Each comparison with an earlier key of the same hash
 * code counts as the weight of the new key. The weight is the length of a key plus the work for all
 * sets and maps inside the key, because a comparison repeats that work. If the sum of the weights
 * of the earlier keys is larger, this sum counts for the comparisons instead. For one outermost set
 * or map, the work can be at most 80 times the number of bytes that were read. A single set can
 * therefore have about 160 keys of equal length with equal hash codes.
 *
 * <p>Create one {@link Work} for the outermost set or map, and one instance of this class for each
 * set or map. Call {@link #beginKey} before a key is read, {@link #check} before the key is looked
 * up, and {@link #added} if the key was new.
 *
 * <p>Keys that are Variants need not be counted. Their hash codes depend on a secret, so an input
 * cannot make them equal.
 *
 * <p>Not safe for use by several threads.
 */
public final class KeyCollisions {
  /**
   * The maximum work for each byte of the input. Work is measured in bytes that are hashed or
   * compared.
   */
  static final int MAX_WORK = 80;

  /** The message for sets and maps with too many keys with equal hash codes. */
  public static final String PROBLEM =
      "too many keys with equal hash codes, which need more than "
          + MAX_WORK
          + " compared bytes for each byte of input (use keys that spread better, such as Vector2i;"
          + " see \"Keys with weak hash codes\" in records.md)";

  /**
   * Comparable classes. A {@link java.util.HashMap} sorts keys of such a class that have the same
   * hash code, so that looking up a key has a low cost.
   */
  private static final Set<Class<?>> ORDERED =
      Set.of(
          String.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          Boolean.class);

  private static final int SMALLEST_TABLE = 2;
  private static final long[] NO_TABLE = {0};
  private static final int MIN_KEY_BYTES = 8;

  // Random factors for the slots of hash codes, so that no input can fill one part of the table.
  private static final long FIRST_FACTOR;
  private static final long SECOND_FACTOR;

  static {
    SecureRandom random = new SecureRandom();
    FIRST_FACTOR = random.nextLong() | 1;
    SECOND_FACTOR = random.nextLong() | 1;
  }

  /**
   * The hash table. The upper half of a slot is a hash code, and the lower half is the number of
   * keys with this hash code. A free slot is 0.
   */
  private long[] table = NO_TABLE;

  /**
   * For each slot of {@link #table}, the sum of the weights of the keys with the hash code in this
   * slot.
   */
  private long[] weights = NO_TABLE;

  private int hashCodes;

  /** The position in the input, in bytes, at which the next key starts. */
  private long keyStart;

  /** The work in bytes that was counted before the next key. */
  private long workBefore;

  /** The hash code of the key that was checked last. */
  private int hashCode;

  /** The weight in bytes of the key that was checked last, as the class describes it. */
  private long keyWeight;

  /** The index in {@link #table} for the hash code of the key that was checked last. */
  private int index;

  /** Creates a counter for one set or map. */
  public KeyCollisions() {}

  /** Counts the work for an outermost set or map and for all sets and maps inside it. */
  public static final class Work {
    private long bytes;

    /** Creates a counter. */
    public Work() {}
  }

  /**
   * Returns whether a {@link java.util.HashMap} sorts keys of a class that have the same hash code.
   *
   * @param keys the class of all keys
   * @return true for strings, numbers, other boxes and enums; false for every other class
   */
  public static boolean isOrdered(Class<?> keys) {
    return ORDERED.contains(keys) || Enum.class.isAssignableFrom(keys);
  }

  /**
   * Returns whether the class of a value is one of the known classes whose instances cannot change.
   *
   * @param value any value
   * @return true for Variants, and for instances of the classes that {@link #isOrdered} accepts
   */
  public static boolean isImmutable(@Nullable Object value) {
    return value instanceof Variant || (value != null && isOrdered(value.getClass()));
  }

  /**
   * Records the start of the first key. {@link #check} records the end of each key as the start of
   * the next key. Call this method again if the next key starts elsewhere.
   *
   * @param work the work for the outermost set or map
   * @param position the position in the input, in bytes, at which the key starts
   */
  public void beginKey(Work work, long position) {
    keyStart = position;
    workBefore = work.bytes;
  }

  /**
   * Adds the work for a key, before the key is looked up.
   *
   * @param work the work for the outermost set or map
   * @param key the key
   * @param position the position in the input, in bytes, after the key
   * @param inputBytes number of bytes of the outermost set or map that were read
   * @return false if the total work is more than {@link #MAX_WORK} times {@code inputBytes}; the
   *     caller must then reject the key
   */
  public boolean check(Work work, Object key, long position, long inputBytes) {
    hashCode = key.hashCode();
    long length = Math.max(MIN_KEY_BYTES, position - keyStart);
    keyWeight = length + work.bytes - workBefore;
    index = slot(hashCode);
    work.bytes += length + Math.max((int) table[index] * keyWeight, weights[index]);
    keyStart = position;
    workBefore = work.bytes;
    return work.bytes <= MAX_WORK * inputBytes;
  }

  /**
   * Counts the key that was checked last. The set or map must not have contained this key before.
   */
  public void added() {
    if (table[index] == 0) {
      if (2 * ++hashCodes > table.length) {
        grow();
        index = slot(hashCode);
      }
      table[index] = (long) hashCode << Integer.SIZE;
    }
    table[index]++;
    weights[index] += keyWeight;
  }

  /**
   * Returns the index in {@link #table} of the slot with a hash code, or of a free slot for this
   * hash code.
   */
  private int slot(int hashCode) {
    long mixed = hashCode * FIRST_FACTOR;
    mixed = (mixed ^ mixed >>> Integer.SIZE) * SECOND_FACTOR;
    int index = (int) (mixed >>> Integer.SIZE) & table.length - 1;
    while (table[index] != 0 && (int) (table[index] >>> Integer.SIZE) != hashCode) {
      index = index + 1 & table.length - 1;
    }
    return index;
  }

  private void grow() {
    long[] oldTable = table;
    long[] oldWeights = weights;
    table = new long[Math.max(SMALLEST_TABLE, 2 * oldTable.length)];
    weights = new long[table.length];
    for (int i = 0; i < oldTable.length; i++) {
      if (oldTable[i] != 0) {
        int index = slot((int) (oldTable[i] >>> Integer.SIZE));
        table[index] = oldTable[i];
        weights[index] = oldWeights[i];
      }
    }
  }
}
