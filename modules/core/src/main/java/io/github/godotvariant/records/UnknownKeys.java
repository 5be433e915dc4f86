package io.github.godotvariant.records;

/** What happens to keys that are no component's. */
public enum UnknownKeys {
  /** They are left out. */
  IGNORE,
  /** They are a {@link io.github.godotvariant.VariantTypeException}. */
  REFUSE
}
