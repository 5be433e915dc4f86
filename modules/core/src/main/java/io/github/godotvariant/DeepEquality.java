package io.github.godotvariant;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compares two values and all values inside. Numbers are compared bit by bit. This class does not
 * recurse, so only memory limits the nesting depth of the values.
 */
final class DeepEquality {
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
      if (!ValueAccess.INSTANCE.isContainer(x)) {
        if (!x.equals(y)) {
          return false;
        }
        continue;
      }
      int size = ValueAccess.INSTANCE.size(x);
      if (size != ValueAccess.INSTANCE.size(y)
          || !hasEqualHeader(x, y)
          || ContentHash.areDifferent(x, y)) {
        return false;
      }
      for (int i = 0; i < size; i++) {
        left.push(ValueAccess.INSTANCE.child(x, i));
        right.push(ValueAccess.INSTANCE.child(y, i));
      }
    }
    return true;
  }

  /**
   * Compares the declared types of two arrays or dictionaries, or the class and property names of
   * two objects. Both containers must have the same size.
   */
  private static boolean hasEqualHeader(Variant x, Variant y) {
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
      if (!one.stored().name(i).equals(other.stored().name(i))) {
        return false;
      }
    }
    return true;
  }
}
