package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.HashMap;
import java.util.Map;

/**
 * The keys that a program expects in a dictionary, for {@link VariantReader#selectKey}. Immutable,
 * and safe for use by many threads and readers.
 *
 * <pre>{@code
 * private static final VariantKeys KEYS = VariantKeys.of("id", "at");
 * }</pre>
 *
 * <pre>{@code
 * reader.beginDictionary();
 * while (reader.hasNext()) {
 *   switch (reader.selectKey(KEYS)) {
 *     case 0 -> id = reader.nextLong();
 *     case 1 -> at = reader.nextValue(Vector3.class);
 *     default -> {
 *       reader.skipValue(); // the key
 *       reader.skipValue(); // its value
 *     }
 *   }
 * }
 * reader.endDictionary();
 * }</pre>
 */
@CheckReturnValue
public final class VariantKeys {
  private final VariantKey[] keys;
  private final Map<String, Integer> indices = new HashMap<>();

  private VariantKeys(String[] texts) {
    keys = new VariantKey[texts.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = VariantKey.of(texts[i]);
      if (indices.put(texts[i], i) != null) {
        throw new IllegalArgumentException("key " + texts[i] + " is given twice");
      }
    }
  }

  /**
   * Creates a set of keys. Reading is fastest if the order of the keys is that of most dictionaries
   * in the input.
   *
   * @param texts the keys, at least one. Each key also matches the StringName with the same text
   * @return the keys
   * @throws IllegalArgumentException if {@code texts} is empty or contains a key twice
   * @throws NullPointerException if a key is {@code null}
   */
  public static VariantKeys of(String... texts) {
    if (texts.length == 0) {
      throw new IllegalArgumentException("there are no keys");
    }
    return new VariantKeys(texts);
  }

  int size() {
    return keys.length;
  }

  VariantKey get(int index) {
    return keys[index];
  }

  /** Returns the index of the key with a text; -1 if no key has this text. */
  int indexOf(String text) {
    return indices.getOrDefault(text, -1);
  }
}
