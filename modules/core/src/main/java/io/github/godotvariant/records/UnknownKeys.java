package io.github.godotvariant.records;

/** The rules for keys in the input that no component of the record has. */
public enum UnknownKeys {
  /** Ignores the key and its value. */
  IGNORE,
  /** Throws a {@link io.github.godotvariant.VariantTypeException}. */
  REFUSE
}
