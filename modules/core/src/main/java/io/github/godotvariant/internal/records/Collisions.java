package io.github.godotvariant.internal.records;

import io.github.godotvariant.ReadLimits;
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
    if (counts.merge(key.hashCode(), 1, Integer::sum) > ReadLimits.COLLIDING_KEYS) {
      throw new VariantLimitException(
          "more than " + ReadLimits.COLLIDING_KEYS + " keys with the same hash code for " + owner,
          in.byteOffset(),
          in.path());
    }
  }
}
