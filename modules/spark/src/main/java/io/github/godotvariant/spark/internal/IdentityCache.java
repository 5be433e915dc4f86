package io.github.godotvariant.spark.internal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small cache of values that were computed from strings. Compares texts by identity, because the
 * decoder returns the same object for the same name.
 *
 * <p>Not thread-safe.
 */
final class IdentityCache<T> {
  private static final int SIZE = 256;

  private final Function<String, T> function;
  private final @Nullable String[] texts = new @Nullable String[SIZE];
  private final @Nullable Object[] forms = new @Nullable Object[SIZE];

  /**
   * Creates an empty cache.
   *
   * @param function returns the form of a text
   */
  IdentityCache(Function<String, T> function) {
    this.function = function;
  }

  @SuppressWarnings("unchecked") // only get sets the elements
  T get(String text) {
    int slot = System.identityHashCode(text) & SIZE - 1;
    Object form = forms[slot];
    if (texts[slot] != text || form == null) {
      form = function.apply(text);
      forms[slot] = form;
      texts[slot] = text;
    }
    return (T) form;
  }
}
