package io.github.godotvariant.engines;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.function.Predicate;

/** The parts of a value. */
final class Parts {
  private Parts() {}

  /** Returns whether a value, or a value, key or property inside it, satisfies a condition. */
  static boolean any(Variant value, Predicate<Variant> what) {
    if (what.test(value)) {
      return true;
    }
    if (value instanceof VariantArray array) {
      return array.stream().anyMatch(element -> any(element, what));
    }
    if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().anyMatch(key -> any(key, what))
          || dictionary.values().stream().anyMatch(element -> any(element, what));
    }
    return value instanceof ObjectValue object
        && object.properties().stream().anyMatch(property -> any(property.value(), what));
  }
}
