package io.github.godotvariant.engines;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;

/**
 * A fault of Godot 3.2 that later engines do not have: a dictionary key that is a PoolRealArray
 * with a NaN in it, or holds one, is not found again, and something else is written for the pair.
 */
final class LostKeys {
  private LostKeys() {}

  /** Whether a value holds a dictionary with such a key. */
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
