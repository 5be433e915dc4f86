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

/**
 * Iterates over the differences between two values. Uses an explicit stack instead of recursion.
 */
final class DiffWalker implements Iterator<Difference> {
  private static final Variant[] NONE = {};

  private final Deque<Pair<?>> open = new ArrayDeque<>();

  /** Whether components that round to the same 32 bits count as equal. */
  private final boolean roundsToSingles;

  private @Nullable Difference next;

  /** The number of differences found until now, except those of the kind {@link Kind#REORDERED}. */
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

  /**
   * Compares two values, and sets {@link #next} if they differ. Containers of the same type are
   * pushed on the stack, and their children are compared later.
   */
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
   * Returns a value that can be compared with {@code equals}: two values with the same content give
   * equal results. If components are rounded, the result for a container is a flat array of all
   * containers and values inside. In this array, each container is represented by an empty
   * container of the same type and the number of children. The array contains only Variants,
   * because untrusted input cannot make the hash codes of Variants collide.
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

  /** Compares the children of two containers of the same type. */
  private abstract class Pair<V extends Variant> {
    private final Location location;
    final V before;
    final V after;
    private final long countBefore = count;

    /** The number of calls of {@link #compareChild} that have been made. */
    int comparedCount;

    Pair(Location location, V before, V after) {
      this.location = location;
      this.before = before;
      this.after = after;
    }

    /**
     * Returns the number of calls of {@link #compareChild} that are necessary to compare all
     * children.
     */
    abstract int size();

    abstract void compareChild(int child);

    /**
     * Reports a difference between the containers that is not in one child, such as the order. Runs
     * after all children have been compared.
     */
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

    /**
     * The number of equal elements at the start, which are skipped; 0 if both arrays have the same
     * length.
     */
    private int start;

    /**
     * The number of equal elements at the end, which are skipped; 0 if both arrays have the same
     * length.
     */
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
     * A map from the content of a key to the indexes in the second dictionary of the keys with this
     * content, in ascending order. Contains only keys for which {@link #isFoundByContent} is true.
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
     * Returns whether a key is looked up by its content. This is necessary for containers, because
     * a dictionary can contain several full objects with the same content and, in Godot 3, several
     * equal dictionaries. If components are rounded, this is also necessary for values that
     * rounding can make equal.
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

    /**
     * Returns the index in the second dictionary of an equal key that has no match yet; -1 if there
     * is no such key.
     */
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
     * property has the same name. The other values have already been compared. Comparing the other
     * values again for each object around them would take quadratic time.
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
