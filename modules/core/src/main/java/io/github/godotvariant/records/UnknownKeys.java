package io.github.godotvariant.records;

/** The ways to treat keys that no component has. */
public enum UnknownKeys {
  /** Ignores the key and its value. */
  IGNORE,
  /** Throws a {@link io.github.godotvariant.VariantTypeException}. */
  REFUSE
}
