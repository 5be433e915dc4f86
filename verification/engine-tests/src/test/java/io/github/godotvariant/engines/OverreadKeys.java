package io.github.godotvariant.engines;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.List;

/**
 * A bug of Godot 3: when it prints a dictionary, it compares keys. If it compares a pool array with
 * a shorter one, or two PoolVector2Arrays, it reads after their ends and can crash.
 */
final class OverreadKeys {
  private OverreadKeys() {}

  /** {@return whether a value contains a dictionary with such keys} */
  static boolean in(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      List<Variant> keys = dictionary.keys();
      for (int i = 0; i < keys.size(); i++) {
        for (int j = 0; j < i; j++) {
          if (areCompared(keys.get(i), keys.get(j))) {
            return true;
          }
        }
      }
      return keys.stream().anyMatch(OverreadKeys::in)
          || dictionary.values().stream().anyMatch(OverreadKeys::in);
    }
    return (value instanceof VariantArray array && array.stream().anyMatch(OverreadKeys::in))
        || (value instanceof ObjectValue object
            && object.properties().stream().anyMatch(property -> in(property.value())));
  }

  private static boolean areCompared(Variant a, Variant b) {
    if (a instanceof VariantArray first && b instanceof VariantArray second) {
      return first.stream().anyMatch(x -> second.stream().anyMatch(y -> areCompared(x, y)));
    }
    return a instanceof PackedArray && a.getClass() == b.getClass();
  }
}
