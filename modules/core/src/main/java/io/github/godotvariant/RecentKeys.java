package io.github.godotvariant;

import org.jspecify.annotations.Nullable;

/**
 * Keys of dictionaries that a program wrote down as texts: those that come again, as most do, are
 * made once, compared once and looked up in one index. A place that another sequence takes is only
 * slower. Safe for use by many threads: what is published has final fields alone.
 */
final class RecentKeys {
  private static final int PLACES = 256;

  /** So that what is kept is bounded, whatever somebody uses as keys. */
  private static final int MOST_KEYS = 32;

  private static final int LONGEST_TEXT = 48;

  private static final @Nullable Known[] KNOWN = new Known[PLACES];

  private record Known(String[] texts, Keys keys) {}

  private RecentKeys() {}

  /**
   * The keys of pairs whose keys are texts.
   *
   * @param pairs keys and values in turn
   * @return null unless these texts came before, in this order
   */
  static @Nullable Keys find(@Nullable Object[] pairs) {
    int place = place(pairs);
    if (place < 0) {
      return null;
    }
    Known known = KNOWN[place];
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

  /** Keeps distinct keys for the next pairs with the same texts. */
  static void remember(@Nullable Object[] pairs, Keys keys) {
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
    KNOWN[place] = new Known(texts, keys);
  }

  /** Where the known of pairs is kept; negative if it is not. */
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
