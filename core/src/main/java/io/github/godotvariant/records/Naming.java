package io.github.godotvariant.records;

/** How keys follow from the names of components. */
public enum Naming {
  /** {@code displayName} is {@code "displayName"}. */
  AS_DECLARED,
  /** {@code displayName} is {@code "display_name"}, as GDScript names its properties. */
  SNAKE_CASE
}
