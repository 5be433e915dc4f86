package io.github.godotvariant.internal.values;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache of short strings and of the keys of dictionaries, which texts often repeat. Each reader
 * of text has its own cache. Values with the same text share one string. Dictionaries with the same
 * keys share one list of keys, which is searched for duplicates only once. The cache has a fixed
 * size: a new entry replaces an old entry. Not safe for use by several threads.
 */
public final class RecentTexts {
  private static final int STRINGS = 256;
  private static final int DICTIONARIES = 32;
  private static final int MAX_LENGTH = 24;
  private static final int HASH_FACTOR = 0x9E3779B9;

  private final @Nullable StringValue[] strings = new StringValue[STRINGS];
  private final @Nullable VariantDictionary[] dictionaries = new VariantDictionary[DICTIONARIES];

  /**
   * {@return a string of the characters from index {@code from}, inclusive, to {@code to},
   * exclusive}
   */
  public StringValue string(char[] text, int from, int to) {
    if (to - from > MAX_LENGTH) {
      return StringValue.of(new String(text, from, to - from));
    }
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text[i];
    }
    int slot = slot(hash, STRINGS);
    StringValue cached = strings[slot];
    if (cached != null && isSame(cached.value(), text, from, to)) {
      return cached;
    }
    StringValue created = StringValue.of(new String(text, from, to - from));
    strings[slot] = created;
    return created;
  }

  private static int slot(int hash, int slots) {
    return hash * HASH_FACTOR >>> -Integer.numberOfTrailingZeros(slots);
  }

  private static boolean isSame(String cached, char[] text, int from, int to) {
    if (cached.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (cached.charAt(i - from) != text[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Creates a dictionary from pairs, and takes ownership of the arrays. {@code rule} defines which
   * keys are equal.
   */
  public VariantDictionary dictionary(
      Variant[] keys, Object[] values, ElementType keyType, ElementType valueType, KeyRule rule) {
    if (keys.length == 0
        || !(keys[0] instanceof StringValue first)
        || !(keys[keys.length - 1] instanceof StringValue last)) {
      return VALUES.dictionary(keys, values, keyType, valueType, rule);
    }
    int hash = 31 * (31 * first.value().hashCode() + last.value().hashCode()) + keys.length;
    int slot = slot(hash, DICTIONARIES);
    VariantDictionary cached = dictionaries[slot];
    if (cached != null && isSame(cached.keys(), keys)) {
      return VALUES.dictionary(cached.keys(), values, keyType, valueType);
    }
    VariantDictionary created = VALUES.dictionary(keys, values, keyType, valueType, rule);
    if (created.size() == keys.length) {
      dictionaries[slot] = created;
    }
    return created;
  }

  /**
   * Returns whether keys are the same Strings as cached keys, in the same order. Strings with
   * different text are different keys by every {@link KeyRule}, so the result does not depend on
   * the rule.
   */
  private static boolean isSame(List<Variant> cached, Variant[] keys) {
    if (cached.size() != keys.length) {
      return false;
    }
    for (int i = 0; i < keys.length; i++) {
      if (!(keys[i] instanceof StringValue key)
          || !(cached.get(i) instanceof StringValue other)
          || key != other && !key.value().equals(other.value())) {
        return false;
      }
    }
    return true;
  }
}
