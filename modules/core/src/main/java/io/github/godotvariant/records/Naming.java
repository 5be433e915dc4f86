package io.github.godotvariant.records;

import java.util.Locale;

/** How keys follow from the names of components. */
public enum Naming {
  /** {@code displayName} is {@code "displayName"}. */
  AS_DECLARED,
  /** {@code displayName} is {@code "display_name"}, as GDScript names its properties. */
  SNAKE_CASE;

  /**
   * The key of a component.
   *
   * @param component its name
   * @return the key, unless it has a {@link Key}
   */
  public String key(String component) {
    return this == AS_DECLARED
        ? component
        : component
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
            .toLowerCase(Locale.ROOT);
  }
}
