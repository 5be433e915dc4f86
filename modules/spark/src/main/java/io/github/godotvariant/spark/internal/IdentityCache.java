package io.github.godotvariant.spark.internal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stores results that a function has computed from strings. A later result can replace an earlier
 * one. Compares the strings with {@code ==}, because the decoder usually returns the same object
 * for the same name.
 *
 * <p>Not thread-safe.
 */
final class IdentityCache<T> {
  private static final int SIZE = 256;

  private final Function<String, T> function;
  private final @Nullable String[] names = new @Nullable String[SIZE];
  private final @Nullable Object[] results = new @Nullable Object[SIZE];

  /**
   * Creates an empty cache.
   *
   * @param function computes the result for a string
   */
  IdentityCache(Function<String, T> function) {
    this.function = function;
  }

  @SuppressWarnings("unchecked") // only get sets the elements
  T get(String name) {
    int slot = System.identityHashCode(name) & SIZE - 1;
    Object result = results[slot];
    if (names[slot] != name || result == null) {
      result = function.apply(name);
      results[slot] = result;
      names[slot] = name;
    }
    return (T) result;
  }
}
