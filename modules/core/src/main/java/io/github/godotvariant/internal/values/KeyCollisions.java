package io.github.godotvariant.internal.values;

import io.github.godotvariant.ReadLimits;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Counts the keys of one set or map that have the same hash code, while the set or map is read from
 * untrusted input.
 *
 * <p>A {@link java.util.HashMap} compares a key with every other key of the same hash code. Classes
 * with a weak hash code, such as lists and records, therefore allow an input whose cost grows with
 * the square of its length. The limit is {@link ReadLimits#COLLIDING_KEYS}.
 *
 * <p>Not safe for use by several threads.
 */
public final class KeyCollisions {
  /** The message for a set or map with too many keys of the same hash code. */
  public static final String PROBLEM =
      "more than " + ReadLimits.COLLIDING_KEYS + " keys with the same hash code";

  /** Classes whose order a hash table uses, so that equal hash codes cost little. */
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

  private static final int SMALLEST_TABLE = 16;

  // The slot of a hash code depends on these, so that no input fills one part of the table.
  private static final long FIRST_FACTOR = ThreadLocalRandom.current().nextLong() | 1;
  private static final long SECOND_FACTOR = ThreadLocalRandom.current().nextLong() | 1;

  /** Hash codes in the upper halves and their counts in the lower halves; 0 is a free slot. */
  private long[] table = new long[SMALLEST_TABLE];

  private int hashCodes;

  /** Creates a counter for one set or map. */
  public KeyCollisions() {}

  /**
   * Returns whether keys of a class need not be counted.
   *
   * @param keys the class of the keys
   * @return true for strings, numbers, other boxes and enums; false for every other class
   */
  public static boolean isOrdered(Class<?> keys) {
    return ORDERED.contains(keys) || Enum.class.isAssignableFrom(keys);
  }

  /**
   * Counts a key that was not in the set or map before.
   *
   * @param key the key
   * @return false if more than {@link ReadLimits#COLLIDING_KEYS} of the counted keys have its hash
   *     code
   */
  public boolean add(Object key) {
    if (isOrdered(key.getClass())) {
      return true;
    }
    int hashCode = key.hashCode();
    int at = slot(hashCode);
    if (table[at] == 0) {
      if (2 * ++hashCodes > table.length) {
        grow();
        at = slot(hashCode);
      }
      table[at] = (long) hashCode << Integer.SIZE;
    }
    return (int) ++table[at] <= ReadLimits.COLLIDING_KEYS;
  }

  /** {@return the slot of a hash code, or a free slot for it} */
  private int slot(int hashCode) {
    long mixed = hashCode * FIRST_FACTOR;
    mixed = (mixed ^ mixed >>> Integer.SIZE) * SECOND_FACTOR;
    int at = (int) (mixed >>> Integer.SIZE) & table.length - 1;
    while (table[at] != 0 && (int) (table[at] >>> Integer.SIZE) != hashCode) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  private void grow() {
    long[] old = table;
    table = new long[2 * old.length];
    for (long counted : old) {
      if (counted != 0) {
        table[slot((int) (counted >>> Integer.SIZE))] = counted;
      }
    }
  }
}
