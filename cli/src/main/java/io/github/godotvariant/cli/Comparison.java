package io.github.godotvariant.cli;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds where two values differ, as deep inside as possible. */
final class Comparison {
  private final List<Difference> found = new ArrayList<>();
  private VariantPath path = VariantPath.ROOT;

  private Comparison() {}

  /** The differences, in the order of the values; none if they are equal. */
  static List<Difference> of(Variant before, Variant after) {
    Comparison comparison = new Comparison();
    if (!before.equals(after)) {
      comparison.compare(before, after);
    }
    return comparison.found;
  }

  private void compare(Variant before, Variant after) {
    if (before == after) {
      return;
    }
    boolean sameType = Difference.type(before).equals(Difference.type(after));
    if (sameType && before instanceof VariantArray array) {
      arrays(array, (VariantArray) after);
    } else if (sameType && before instanceof VariantDictionary dictionary) {
      dictionaries(dictionary, (VariantDictionary) after);
    } else if (sameType && before instanceof ObjectValue object) {
      objects(object, (ObjectValue) after);
    } else if (!before.equals(after)) {
      differ(Optional.of(before), Optional.of(after));
    }
  }

  private void differ(Optional<Variant> before, Optional<Variant> after) {
    found.add(new Difference(path, before, after, false));
  }

  /** Compares what stands one step further down. */
  private void at(Variant step, Optional<Variant> before, Optional<Variant> after) {
    VariantPath here = path;
    path = here.key(step);
    if (before.isPresent() && after.isPresent()) {
      compare(before.get(), after.get());
    } else {
      differ(before, after);
    }
    path = here;
  }

  private void arrays(VariantArray before, VariantArray after) {
    int shorter = Math.min(before.size(), after.size());
    int start = 0;
    int tail = 0;
    if (before.size() != after.size()) {
      // Something was put in or taken out, most often at one place.
      while (start < shorter && before.get(start).equals(after.get(start))) {
        start++;
      }
      while (tail < shorter - start
          && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
        tail++;
      }
    }
    int longer = Math.max(before.size(), after.size()) - tail;
    for (int i = start; i < longer; i++) {
      VariantPath here = path;
      path = here.index(i);
      if (i >= before.size() - tail) {
        differ(Optional.empty(), Optional.of(after.get(i)));
      } else if (i >= after.size() - tail) {
        differ(Optional.of(before.get(i)), Optional.empty());
      } else {
        compare(before.get(i), after.get(i));
      }
      path = here;
    }
  }

  private void dictionaries(VariantDictionary before, VariantDictionary after) {
    int known = found.size();
    boolean sameOrder = true;
    int last = -1;
    Partners partners = new Partners(after);
    for (int i = 0; i < before.size(); i++) {
      Variant key = before.keyAt(i);
      OptionalInt there = partners.next(key);
      if (there.isPresent()) {
        sameOrder &= there.getAsInt() > last;
        last = there.getAsInt();
        at(key, Optional.of(before.valueAt(i)), Optional.of(after.valueAt(last)));
      } else {
        at(key, Optional.of(before.valueAt(i)), Optional.empty());
      }
    }
    for (int i = 0; i < after.size(); i++) {
      if (!partners.found.get(i)) {
        at(after.keyAt(i), Optional.empty(), Optional.of(after.valueAt(i)));
      }
    }
    if (!sameOrder) {
      found.add(new Difference(path, Optional.of(before), Optional.of(after), true));
    } else if (found.size() == known && before.size() != after.size()) {
      differ(Optional.of(before), Optional.of(after));
    }
  }

  /**
   * Finds keys again, each once: in Godot 3 equal dictionaries can be several keys. Keys are
   * compared as they are written: "a" is the same key as &"a", but not the same text.
   */
  private static final class Partners {
    private final VariantDictionary dictionary;
    private final BitSet found = new BitSet();

    Partners(VariantDictionary dictionary) {
      this.dictionary = dictionary;
    }

    OptionalInt next(Variant key) {
      int first = dictionary.positionOf(key);
      if (first < 0) {
        return OptionalInt.empty();
      }
      // Behind others there are none that are like them.
      boolean several = key instanceof VariantDictionary || key instanceof VariantArray;
      int at = found.nextClearBit(first);
      while (at < dictionary.size() && !dictionary.keyAt(at).equals(key)) {
        at = several ? found.nextClearBit(at + 1) : dictionary.size();
      }
      if (at >= dictionary.size()) {
        return OptionalInt.empty();
      }
      found.set(at);
      return OptionalInt.of(at);
    }
  }

  private void objects(ObjectValue before, ObjectValue after) {
    int known = found.size();
    Map<String, Variant> old = properties(before);
    Map<String, Variant> young = properties(after);
    old.forEach(
        (name, value) ->
            at(StringValue.of(name), Optional.of(value), Optional.ofNullable(young.get(name))));
    young.forEach(
        (name, value) -> {
          if (!old.containsKey(name)) {
            at(StringValue.of(name), Optional.empty(), Optional.of(value));
          }
        });
    if (found.size() == known && !before.equals(after)) {
      differ(
          Optional.of(before),
          Optional.of(after)); // their order, or a name that stands there twice
    }
  }

  private static Map<String, Variant> properties(ObjectValue object) {
    Map<String, Variant> properties = new LinkedHashMap<>();
    object.properties().forEach(one -> properties.put(one.name(), one.value()));
    return properties;
  }
}
