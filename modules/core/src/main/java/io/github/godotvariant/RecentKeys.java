package io.github.godotvariant;

import org.jspecify.annotations.Nullable;

/**
 * Caches the keys that {@link VariantDictionary#of} created from strings. If a program passes the
 * same strings in the same order again, the keys are not created, compared and indexed again. A new
 * entry can replace an older entry. The keys of the older entry are created again when they are
 * needed. Thread-safe without locks, because entries have only final fields.
 */
final class RecentKeys {
  private static final int SLOTS = 256;

  /** The maximum number of keys in an entry, which limits the memory of the cache. */
  private static final int MAX_KEYS = 32;

  private static final int MAX_TEXT_LENGTH = 48;

  private static final @Nullable Entry[] CACHE = new Entry[SLOTS];

  private record Entry(String[] texts, DictionaryKeys keys) {}

  private RecentKeys() {}

  /**
   * Finds the keys for pairs whose keys are strings.
   *
   * @param pairs alternating keys and values
   * @return the keys, or null if these strings are not cached in this order
   */
  static @Nullable DictionaryKeys find(@Nullable Object[] pairs) {
    int slot = slot(pairs);
    if (slot < 0) {
      return null;
    }
    Entry entry = CACHE[slot];
    if (entry == null || 2 * entry.texts.length != pairs.length) {
      return null;
    }
    for (int i = 0; i < entry.texts.length; i++) {
      if (!entry.texts[i].equals(pairs[2 * i])) {
        return null;
      }
    }
    return entry.keys;
  }

  /**
   * Caches the keys of pairs for later pairs with the same keys, if the keys are short strings and
   * all different.
   */
  static void remember(@Nullable Object[] pairs, DictionaryKeys keys) {
    int slot = slot(pairs);
    if (slot < 0 || 2 * keys.size() != pairs.length) {
      return;
    }
    String[] texts = new String[keys.size()];
    for (int i = 0; i < texts.length; i++) {
      if (!(pairs[2 * i] instanceof String text) || text.length() > MAX_TEXT_LENGTH) {
        return;
      }
      texts[i] = text;
    }
    CACHE[slot] = new Entry(texts, keys);
  }

  /**
   * Returns the index in {@link #CACHE} for the keys of pairs, or a negative number if the keys
   * cannot be cached.
   */
  private static int slot(@Nullable Object[] pairs) {
    int count = pairs.length / 2;
    if (count == 0
        || count > MAX_KEYS
        || !(pairs[0] instanceof String first)
        || !(pairs[pairs.length - 2] instanceof String last)) {
      return -1;
    }
    int hash = (first.hashCode() * 31 + last.hashCode()) * 31 + count;
    return (hash * 0x9E3779B9) >>> -Integer.numberOfTrailingZeros(SLOTS);
  }
}
