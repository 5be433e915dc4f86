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
      if (!ContainerLevel.isContainer(x)) {
        if (!x.equals(y)) {
          return false;
        }
        continue;
      }
      int size = ContainerLevel.size(x);
      if (size != ContainerLevel.size(y) || !sameShell(x, y)) {
        return false;
      }
      for (int i = 0; i < size; i++) {
        left.push(ContainerLevel.get(x, i));
        right.push(ContainerLevel.get(y, i));
      }
    }
    return true;
  }

  /** Containers of the same size, but for what they hold. */
  private static boolean sameShell(Variant x, Variant y) {
    if (x instanceof VariantArray xs) {
      return y instanceof VariantArray ys && xs.elementType().equals(ys.elementType());
    } else if (x instanceof VariantDictionary xs) {
      return y instanceof VariantDictionary ys
          && xs.keyType().equals(ys.keyType())
          && xs.valueType().equals(ys.valueType());
    }
    ObjectValue one = (ObjectValue) x;
    if (!(y instanceof ObjectValue other) || !one.className().equals(other.className())) {
      return false;
    }
    for (int i = 0; i < one.properties().size(); i++) {
      if (!one.properties().get(i).name().equals(other.properties().get(i).name())) {
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
