package io.github.godotvariant.convert;

/** The policy for values that cannot be converted without loss. */
public enum ConversionPolicy {
  /**
   * Throws a {@link ConversionException} that lists all losses. A changed type is also a loss, even
   * if all content is kept.
   */
  FAIL,
  /**
   * Replaces each of these values by the nearest value that the target can express, and reports a
   * {@link Loss} for it.
   */
  DOWNGRADE
}
