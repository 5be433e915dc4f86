package io.github.godotvariant.fuzzing;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** Searches values. */
final class Values {
  private Values() {}

  /** Returns whether a value, or a value or key inside it, satisfies a condition. */
  static boolean anyIn(Variant root, Predicate<Variant> kind) {
    Deque<Variant> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Variant value = open.pop();
      if (kind.test(value)) {
        return true;
      }
      if (value instanceof VariantArray array) {
        array.forEach(open::push);
      } else if (value instanceof VariantDictionary dictionary) {
        dictionary.keys().forEach(open::push);
        dictionary.values().forEach(open::push);
      } else if (value instanceof ObjectValue object) {
        object.properties().forEach(property -> open.push(property.value()));
      }
    }
    return false;
  }
}
