package io.github.godotvariant.fuzzing;

import java.util.function.Supplier;

/** Fails where something does not hold. Costs next to nothing where it does. */
final class Law {
  private Law() {}

  /**
   * Something has to be so.
   *
   * @param holds whether it is
   * @param otherwise what is wrong if it is not
   */
  static void that(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise.get());
    }
  }

  /**
   * Two ways to the same have to come to the same.
   *
   * @param one what came of one way
   * @param other what came of the other
   * @param ways which these are
   */
  static void same(Object one, Object other, String ways) {
    that(one.equals(other), () -> ways + " differ: " + one + " and " + other);
  }
}
