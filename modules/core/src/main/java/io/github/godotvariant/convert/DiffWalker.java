package io.github.godotvariant.convert;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.convert.VariantDiff.Difference;
import io.github.godotvariant.convert.VariantDiff.Kind;
import io.github.godotvariant.convert.VariantDiff.Location;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An iterator of the differences of two values. It visits both values with an explicit stack. */
final class DiffWalker implements Iterator<Difference> {
  private static final Variant[] NONE = {};

  private final Deque<Pair<?>> open = new ArrayDeque<>();

  /** Whether components that round to the same 32 bits count as equal. */
  private final boolean roundsToSingles;

  private @Nullable Difference next;

  /** The number of differences found, without {@link Kind#REORDERED}. */
  private long count;

  DiffWalker(Variant before, Variant after, boolean roundsToSingles) {
    this.roundsToSingles = roundsToSingles;
    if (!before.equals(after)) {
      compare(Location.ROOT, before, after);
    }
  }

  @Override
  public boolean hasNext() {
    while (next == null && !open.isEmpty()) {
      Pair<?> pair = open.element();
      if (pair.comparedCount < pair.size()) {
        pair.compareChild(pair.comparedCount++);
      } else {
        open.pop();
        pair.end();
      }
    }
    return next != null;
  }

  @Override
  public Difference next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException();
    }
    Difference one = next;
    next = null;
    return one;
  }

  /** Compares two values. Pushes containers on the stack, to compare them later. */
  private void compare(Location location, Variant before, Variant after) {
    if (before == after) {
      return;
    }
    if (before instanceof VariantArray one
        && after instanceof VariantArray other
        && one.elementType().equals(other.elementType())) {
      open.push(new ArrayPair(location, one, other));
    } else if (before instanceof VariantDictionary one
        && after instanceof VariantDictionary other
        && one.keyType().equals(other.keyType())
        && one.valueType().equals(other.valueType())) {
      open.push(new DictionaryPair(location, one, other));
    } else if (before instanceof ObjectValue one
        && after instanceof ObjectValue other
        && one.className().equals(other.className())) {
      open.push(new ObjectPair(location, one, other));
    } else if (!rounded(before).equals(rounded(after))) {
      report(Kind.CHANGED, location, Optional.of(before), Optional.of(after));
    }
  }

  private Variant rounded(Variant value) {
    return roundsToSingles ? Coercion.toSingles(value) : value;
  }

  /**
   * Returns a value that represents the content of a value: two values with equal content have
   * equal representations. In single precision, components are rounded first, and a container is
   * represented by a flat array. In this array, an empty container of the same type and the number
   * of children precede the representations of the children. The array contains only Variants,
   * because untrusted input cannot cause equal hash codes of Variants.
   */
  private Variant content(Variant value) {
    if (!roundsToSingles || !VALUES.isContainer(value)) {
      return rounded(value);
    }
    List<Variant> content = new ArrayList<>();
    Deque<Variant> parts = new ArrayDeque<>(List.of(value));
    while (!parts.isEmpty()) {
      Variant part = parts.pop();
      if (part instanceof VariantArray array) {
        content.add(VALUES.array(NONE, array.elementType()));
      } else if (part instanceof VariantDictionary dictionary) {
        content.add(
            VALUES.dictionary(
                NONE, NONE, dictionary.keyType(), dictionary.valueType(), KeyRule.GODOT_4));
      } else if (part instanceof ObjectValue object) {
        content.add(new ObjectValue(object.className(), withoutValues(object)));
      } else {
        content.add(rounded(part));
        continue;
      }
      content.add(IntValue.of(VALUES.size(part)));
      for (int i = VALUES.size(part) - 1; i >= 0; i--) {
        parts.push(VALUES.child(part, i));
      }
    }
    return VALUES.array(content.toArray(NONE), ElementType.UNTYPED);
  }

  private static List<ObjectValue.Property> withoutValues(ObjectValue object) {
    return names(object).stream()
        .map(name -> new ObjectValue.Property(name, Variant.NIL))
        .collect(Collectors.toUnmodifiableList());
  }

  private static List<String> names(ObjectValue object) {
    return object.properties().stream()
        .map(ObjectValue.Property::name)
        .collect(Collectors.toUnmodifiableList());
  }

  private void report(
      Kind kind, Location location, Optional<Variant> before, Optional<Variant> after) {
    next = new Difference(kind, location, before, after);
    count += kind == Kind.REORDERED ? 0 : 1;
  }

  /** Two containers of the same type, whose children are compared. */
  private abstract class Pair<V extends Variant> {
    private final Location location;
    final V before;
    final V after;
    private final long countBefore = count;

    /** The number of children that have been compared. */
    int comparedCount;

    Pair(Location location, V before, V after) {
      this.location = location;
      this.before = before;
      this.after = after;
    }

    /** Returns the number of calls of {@link #compareChild} that compare all children. */
    abstract int size();

    abstract void compareChild(int child);

    /** Compares the containers themselves, after all children. */
    void end() {}

    final boolean hasNoDifference() {
      return count == countBefore;
    }

    final void report(Kind kind) {
      DiffWalker.this.report(kind, location, Optional.of(before), Optional.of(after));
    }

    final void compareAt(Variant step, @Nullable Variant left, @Nullable Variant right) {
      Location childLocation = location.child(step);
      if (left != null && right != null) {
        compare(childLocation, left, right);
      } else {
        DiffWalker.this.report(
            left == null ? Kind.ADDED : Kind.REMOVED,
            childLocation,
            Optional.ofNullable(left),
            Optional.ofNullable(right));
      }
    }
  }

  private final class ArrayPair extends Pair<VariantArray> {

    /** The number of equal elements at the start; 0 if both arrays have the same length. */
    private int start;

    /** The number of equal elements at the end; 0 if both arrays have the same length. */
    private int tail;

    ArrayPair(Location location, VariantArray before, VariantArray after) {
      super(location, before, after);
      if (before.size() != after.size()) {
        int shorter = Math.min(before.size(), after.size());
        while (start < shorter && before.get(start).equals(after.get(start))) {
          start++;
        }
        while (tail < shorter - start
            && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
          tail++;
        }
      }
    }

    @Override
    int size() {
      return Math.max(before.size(), after.size()) - tail - start;
    }

    @Override
    void compareChild(int child) {
      int i = start + child;
      compareAt(IntValue.of(i), element(before, i), element(after, i));
    }

    private @Nullable Variant element(VariantArray array, int i) {
      return i < array.size() - tail ? array.get(i) : null;
    }
  }

  private final class DictionaryPair extends Pair<VariantDictionary> {

    /** The indexes of the entries in the second dictionary that have a match in the first. */
    private final BitSet matched = new BitSet();

    /**
     * For each content of keys in the second dictionary, the indexes of the keys with this content,
     * in ascending order.
     */
    private final Map<Variant, Deque<Integer>> byContent = new HashMap<>();

    private boolean hasSameOrder = true;
    private int lastMatch = -1;

    DictionaryPair(Location location, VariantDictionary before, VariantDictionary after) {
      super(location, before, after);
      for (int i = 0; i < after.size(); i++) {
        if (isFoundByContent(after.keyAt(i))) {
          byContent.computeIfAbsent(content(after.keyAt(i)), equal -> new ArrayDeque<>()).add(i);
        }
      }
    }

    /**
     * Returns whether a key is looked up by its content, because a dictionary can contain several
     * keys with the same content. These are containers as keys in Godot 3, and keys that rounding
     * makes equal.
     */
    private boolean isFoundByContent(Variant key) {
      return key instanceof VariantDictionary
          || key instanceof VariantArray
          || key instanceof ObjectValue
          || (roundsToSingles && (key instanceof RealShape || key instanceof PackedVectorArray));
    }

    @Override
    int size() {
      return before.size() + after.size();
    }

    @Override
    void compareChild(int child) {
      if (child >= before.size()) {
        int i = child - before.size();
        if (!matched.get(i)) {
          compareAt(after.keyAt(i), null, after.valueAt(i));
        }
        return;
      }
      Variant key = before.keyAt(child);
      int match = match(key);
      if (match < 0) {
        compareAt(key, before.valueAt(child), null);
      } else {
        hasSameOrder &= match > lastMatch;
        lastMatch = match;
        matched.set(match);
        compareAt(key, before.valueAt(child), after.valueAt(match));
      }
    }

    /** Returns the index of an equal key in the second dictionary that has no match yet, or -1. */
    private int match(Variant key) {
      if (isFoundByContent(key)) {
        Deque<Integer> equal = byContent.get(content(key));
        return equal == null || equal.isEmpty() ? -1 : equal.remove();
      }
      int index = after.positionOf(key);
      return index < 0 || matched.get(index) || !after.keyAt(index).equals(key) ? -1 : index;
    }

    @Override
    void end() {
      if (!hasSameOrder) {
        report(Kind.REORDERED);
      }
    }
  }

  private final class ObjectPair extends Pair<ObjectValue> {
    private final Map<String, Variant> beforeProperties;
    private final Map<String, Variant> afterProperties;
    private final List<String> names;

    ObjectPair(Location location, ObjectValue before, ObjectValue after) {
      super(location, before, after);
      beforeProperties = properties(before);
      afterProperties = properties(after);
      Set<String> all = new LinkedHashSet<>(beforeProperties.keySet());
      all.addAll(afterProperties.keySet());
      names = List.copyOf(all);
    }

    private static Map<String, Variant> properties(ObjectValue object) {
      Map<String, Variant> properties = new LinkedHashMap<>();
      object.properties().forEach(one -> properties.put(one.name(), one.value()));
      return properties;
    }

    @Override
    int size() {
      return names.size();
    }

    @Override
    void compareChild(int child) {
      String name = names.get(child);
      compareAt(StringValue.of(name), beforeProperties.get(name), afterProperties.get(name));
    }

    @Override
    void end() {
      if (hasNoDifference() && (!names(before).equals(names(after)) || !haveSameReplacedValues())) {
        report(Kind.CHANGED);
      }
    }

    /**
     * Returns whether the replaced values of both objects are equal. A value is replaced if a later
     * property has the same name. The other values have already been compared. Comparing them again
     * at each level would take quadratic time.
     */
    private boolean haveSameReplacedValues() {
      if (names.size() == before.properties().size()) {
        return true;
      }
      Map<String, Integer> last = new HashMap<>();
      for (int i = 0; i < before.properties().size(); i++) {
        last.put(before.properties().get(i).name(), i);
      }
      for (int i = 0; i < before.properties().size(); i++) {
        ObjectValue.Property property = before.properties().get(i);
        boolean isReplaced = last.getOrDefault(property.name(), i) != i;
        Variant other = after.properties().get(i).value();
        if (isReplaced && !content(property.value()).equals(content(other))) {
          return false;
        }
      }
      return true;
    }
  }
}
