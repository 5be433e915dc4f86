package io.github.godotvariant.fuzzing;

import java.util.function.Supplier;

/** Assertions that are cheap if they hold. */
final class Check {
  private Check() {}

  /**
   * Checks a condition.
   *
   * @param otherwise returns the message if it does not hold
   */
  static void that(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise.get());
    }
  }

  /**
   * Checks that two results are equal.
   *
   * @param ways a name for the results, for the message
   */
  static void same(Object one, Object other, String ways) {
    that(one.equals(other), () -> ways + " differ: " + one + " and " + other);
  }
}
