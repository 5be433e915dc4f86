package io.github.godotvariant.records;

import java.util.Locale;

/** The rules that convert the names of components to keys. */
public enum Naming {
  /** The key of {@code displayName} is {@code "displayName"}. */
  AS_DECLARED,
  /**
   * The key of {@code displayName} is {@code "display_name"}, like the name of a property in
   * GDScript.
   */
  SNAKE_CASE;

  /**
   * Returns the key of a component that has no {@link Key}.
   *
   * @param component the name of the component
   * @return the key
   */
  public String key(String component) {
    return this == AS_DECLARED
        ? component
        : component
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
            .toLowerCase(Locale.ROOT);
  }
}
