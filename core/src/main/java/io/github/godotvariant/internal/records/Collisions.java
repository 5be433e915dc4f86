package io.github.godotvariant.internal.records;

import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts different keys with the same hash code, which somebody may have sent on purpose: each is
 * compared with all others, where Java does not know an order of them. Not for use by several
 * threads.
 */
final class Collisions {
  /** More than ever come about by chance. */
  private static final int MOST = 64;

  private final Map<Integer, Integer> counts = new HashMap<>();
  private final String owner;

  /** For keys of a component. */
  Collisions(String owner) {
    this.owner = owner;
  }

  /**
   * Counts a key that was not there before.
   *
   * @param in where it came from, for the message
   * @throws VariantLimitException if too many have its hash code
   */
  void add(VariantReader in, Object key) {
    if (key instanceof Comparable) {
      return;
    }
    if (counts.merge(key.hashCode(), 1, Integer::sum) > MOST) {
      throw new VariantLimitException(
          "more than " + MOST + " keys with the same hash code for " + owner,
          in.byteOffset(),
          in.path());
    }
  }
}
