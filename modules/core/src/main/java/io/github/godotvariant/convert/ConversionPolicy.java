package io.github.godotvariant.convert;

/** The policy for values that cannot be converted without loss. */
public enum ConversionPolicy {
  /**
   * Throws a {@link ConversionException} that lists every loss, including changes of a type only.
   */
  FAIL,
  /** Uses the nearest value that the target can express, and reports a {@link Loss} for each. */
  DOWNGRADE
}
