package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/** Bit-exact equality of trees, without recursion: depth is only limited by memory. */
final class DeepEquality {
  private static final int HASHED_ELEMENTS = 16;

  private DeepEquality() {}

  static boolean equal(Variant a, Variant b) {
    Deque<Variant> left = new ArrayDeque<>();
    Deque<Variant> right = new ArrayDeque<>();
    left.push(a);
    right.push(b);
    while (!left.isEmpty()) {
      Variant x = left.pop();
      Variant y = right.pop();
      if (x == y) {
        continue;
      }
      if (x instanceof VariantArray xs) {
        if (!(y instanceof VariantArray ys)
            || xs.size() != ys.size()
            || !xs.elementType().equals(ys.elementType())) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          left.push(xs.get(i));
          right.push(ys.get(i));
        }
      } else if (x instanceof VariantDictionary xs) {
        if (!(y instanceof VariantDictionary ys)
            || xs.size() != ys.size()
            || !xs.keyType().equals(ys.keyType())
            || !xs.valueType().equals(ys.valueType())) {
          return false;
        }
        for (int i = 0; i < xs.size(); i++) {
          left.push(xs.keyAt(i));
          right.push(ys.keyAt(i));
          left.push(xs.valueAt(i));
          right.push(ys.valueAt(i));
        }
      } else if (x instanceof ObjectValue xs) {
        if (!(y instanceof ObjectValue ys)
            || !xs.className().equals(ys.className())
            || xs.properties().size() != ys.properties().size()) {
          return false;
        }
        for (int i = 0; i < xs.properties().size(); i++) {
          if (!xs.properties().get(i).name().equals(ys.properties().get(i).name())) {
            return false;
          }
          left.push(xs.properties().get(i).value());
          right.push(ys.properties().get(i).value());
        }
      } else if (!x.equals(y)) {
        return false;
      }
    }
    return true;
  }

  /** Agrees with equality; looks at the first elements only, and not inside containers. */
  static int hash(VariantArray array) {
    int hash = array.size();
    for (int i = 0; i < Math.min(array.size(), HASHED_ELEMENTS); i++) {
      hash = 31 * hash + shallow(array.get(i));
    }
    return hash;
  }

  static int hash(VariantDictionary dictionary) {
    int hash = dictionary.size();
    for (int i = 0; i < Math.min(dictionary.size(), HASHED_ELEMENTS); i++) {
      hash = 31 * hash + shallow(dictionary.keyAt(i));
      hash = 31 * hash + shallow(dictionary.valueAt(i));
    }
    return hash;
  }

  private static int shallow(Variant value) {
    if (value instanceof VariantArray array) {
      return array.size();
    }
    if (value instanceof VariantDictionary dictionary) {
      return ~dictionary.size();
    }
    return value.hashCode();
  }
}
