package io.github.godotvariant;

import org.jspecify.annotations.Nullable;

/**
 * A cache of dictionary keys that a program passes as strings. Repeated key sequences are created,
 * compared and indexed once. A sequence that another one has replaced in the cache is only slower.
 * Thread-safe: published entries have only final fields.
 */
final class RecentKeys {
  private static final int PLACES = 256;

  /** Limits the size of the cache. */
  private static final int MOST_KEYS = 32;

  private static final int LONGEST_TEXT = 48;

  private static final @Nullable Entry[] KNOWN = new Entry[PLACES];

  private record Entry(String[] texts, DictionaryKeys keys) {}

  private RecentKeys() {}

  /**
   * Finds the cached keys of pairs whose keys are strings.
   *
   * @param pairs alternating keys and values
   * @return the keys, or null if these strings are not cached in this order
   */
  static @Nullable DictionaryKeys find(@Nullable Object[] pairs) {
    int place = place(pairs);
    if (place < 0) {
      return null;
    }
    Entry known = KNOWN[place];
    if (known == null || 2 * known.texts.length != pairs.length) {
      return null;
    }
    for (int i = 0; i < known.texts.length; i++) {
      if (!known.texts[i].equals(pairs[2 * i])) {
        return null;
      }
    }
    return known.keys;
  }

  /** Caches distinct keys for later pairs with the same strings. */
  static void remember(@Nullable Object[] pairs, DictionaryKeys keys) {
    int place = place(pairs);
    if (place < 0 || 2 * keys.size() != pairs.length) {
      return;
    }
    String[] texts = new String[keys.size()];
    for (int i = 0; i < texts.length; i++) {
      if (!(pairs[2 * i] instanceof String text) || text.length() > LONGEST_TEXT) {
        return;
      }
      texts[i] = text;
    }
    KNOWN[place] = new Entry(texts, keys);
  }

  /** Returns the slot for the keys of pairs, or a negative number if they are not cached. */
  private static int place(@Nullable Object[] pairs) {
    int count = pairs.length / 2;
    if (count == 0
        || count > MOST_KEYS
        || !(pairs[0] instanceof String first)
        || !(pairs[pairs.length - 2] instanceof String last)) {
      return -1;
    }
    int hash = (first.hashCode() * 31 + last.hashCode()) * 31 + count;
    return (hash * 0x9E3779B9) >>> -Integer.numberOfTrailingZeros(PLACES);
  }
}
