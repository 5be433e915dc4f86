package io.github.godotvariant.convert;

/** The policy for values that cannot be converted without loss. */
public enum ConversionPolicy {
  /**
   * Throws a {@link ConversionException} that lists all losses. A changed type is also a loss, even
   * if all content is kept.
   */
  FAIL,
  /**
   * Replaces each value that the target cannot express by the nearest value that the target can
   * express. Reports a {@link Loss} for each replaced value.
   */
  DOWNGRADE
}
