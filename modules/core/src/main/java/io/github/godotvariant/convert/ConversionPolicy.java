package io.github.godotvariant.convert;

/** What happens to a value of which something would be lost. */
public enum ConversionPolicy {
  /** A {@link ConversionException} that lists every loss, also where only a type would change. */
  FAIL,
  /** The nearest thing that the target has, and a {@link Loss} for each. */
  DOWNGRADE
}
