package io.github.godotvariant.text;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import java.util.HashMap;
import java.util.Map;

/** The names between the square brackets of typed containers. */
final class Types {
  private static final Map<String, ElementType> BUILTIN = new HashMap<>();

  static {
    BUILTIN.put("Variant", ElementType.UNTYPED);
    for (VariantType type : VariantType.values()) {
      BUILTIN.put(type.godotName(), ElementType.of(type));
    }
  }

  private Types() {}

  /** A built-in type, or a class of that name. */
  static ElementType of(String name) {
    ElementType type = BUILTIN.get(name);
    return type != null ? type : ElementType.ofClass(name);
  }
}
