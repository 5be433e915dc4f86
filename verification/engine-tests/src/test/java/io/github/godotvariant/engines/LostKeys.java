package io.github.godotvariant.engines;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;

/**
 * A bug of Godot 3.2: it does not find a dictionary key that is or contains a PoolRealArray with
 * NaN, and writes a wrong pair.
 */
final class LostKeys {
  private LostKeys() {}

  /** {@return whether a value contains a dictionary with such a key} */
  static boolean in(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().anyMatch(key -> holdsNan(key) || in(key))
          || dictionary.values().stream().anyMatch(LostKeys::in);
    }
    return value instanceof VariantArray array && array.stream().anyMatch(LostKeys::in);
  }

  private static boolean holdsNan(Variant key) {
    if (key instanceof PackedFloat32Array numbers) {
      for (float number : numbers.toArray()) {
        if (Float.isNaN(number)) {
          return true;
        }
      }
    }
    return key instanceof VariantArray array && array.stream().anyMatch(LostKeys::holdsNan);
  }
}
