package io.github.godotvariant.cli.compare;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.cli.values.Step;
import java.util.ArrayDeque;
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
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where two values differ, as deep inside as possible, in the order of the values; nothing if they
 * are equal. Differences are found one by one, with a stack of its own.
 */
public final class Comparison implements Iterator<Difference> {
  private final Deque<Pair> open = new ArrayDeque<>();
  private @Nullable Difference next;
  private long found;

  public Comparison(Variant before, Variant after) {
    if (!before.equals(after)) {
      compare(Step.ROOT, before, after);
    }
  }

  @Override
  public boolean hasNext() {
    while (next == null && !open.isEmpty()) {
      Pair pair = open.element();
      if (pair.done < pair.size()) {
        pair.look(pair.done++);
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

  /** Finds a difference, or something to look into later. */
  private void compare(Step place, Variant before, Variant after) {
    if (before == after) {
      return;
    }
    boolean sameType = Notation.godot4Type(before).equals(Notation.godot4Type(after));
    if (sameType && before instanceof VariantArray array) {
      open.push(new ArrayPair(place, array, (VariantArray) after));
    } else if (sameType && before instanceof VariantDictionary dictionary) {
      open.push(new DictionaryPair(place, dictionary, (VariantDictionary) after));
    } else if (sameType && before instanceof ObjectValue object) {
      open.push(new ObjectPair(place, object, (ObjectValue) after));
    } else if (!before.equals(after)) {
      differ(place, Optional.of(before), Optional.of(after), false);
    }
  }

  private void differ(
      Step place, Optional<Variant> before, Optional<Variant> after, boolean inOrder) {
    next = new Difference(place, before, after, inOrder);
    found++;
  }

  /** Two containers of one type, some of whose children are done. */
  private abstract class Pair {
    final Step place;

    /** How many differences there were before any in here. */
    final long known = found;

    int done;

    Pair(Step place) {
      this.place = place;
    }

    /** How many children there are to look at. */
    abstract int size();

    /** Looks at one of the children. */
    abstract void look(int child);

    /** Looks at the containers themselves, when all children are done. */
    abstract void end();

    /** Compares what stands one step further down, where one of them may have nothing. */
    final void at(Variant key, Optional<Variant> before, Optional<Variant> after) {
      Step here = place.child(key);
      if (before.isPresent() && after.isPresent()) {
        compare(here, before.get(), after.get());
      } else {
        differ(here, before, after, false);
      }
    }
  }

  private final class ArrayPair extends Pair {
    private final VariantArray before;
    private final VariantArray after;
    private int start;
    private int tail;

    ArrayPair(Step place, VariantArray before, VariantArray after) {
      super(place);
      this.before = before;
      this.after = after;
      if (before.size() != after.size()) {
        // Something was put in or taken out, most often at one place.
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
    void look(int child) {
      int i = start + child;
      at(IntValue.of(i), element(before, i), element(after, i));
    }

    private Optional<Variant> element(VariantArray array, int i) {
      return i < array.size() - tail ? Optional.of(array.get(i)) : Optional.empty();
    }

    @Override
    void end() {}
  }

  private final class DictionaryPair extends Pair {
    private final VariantDictionary before;
    private final VariantDictionary after;
    private final Partners partners;
    private boolean sameOrder = true;
    private int last = -1;

    DictionaryPair(Step place, VariantDictionary before, VariantDictionary after) {
      super(place);
      this.before = before;
      this.after = after;
      partners = new Partners(after);
    }

    @Override
    int size() {
      return before.size() + after.size();
    }

    @Override
    void look(int child) {
      if (child >= before.size()) {
        int i = child - before.size();
        if (!partners.found.get(i)) {
          at(after.keyAt(i), Optional.empty(), Optional.of(after.valueAt(i)));
        }
        return;
      }
      Variant key = before.keyAt(child);
      OptionalInt there = partners.next(key);
      if (there.isPresent()) {
        sameOrder &= there.getAsInt() > last;
        last = there.getAsInt();
        at(key, Optional.of(before.valueAt(child)), Optional.of(after.valueAt(last)));
      } else {
        at(key, Optional.of(before.valueAt(child)), Optional.empty());
      }
    }

    @Override
    void end() {
      if (!sameOrder) {
        differ(place, Optional.of(before), Optional.of(after), true);
      } else if (found == known && before.size() != after.size()) {
        differ(place, Optional.of(before), Optional.of(after), false);
      }
    }
  }

  /**
   * Finds keys again, each once: in Godot 3 equal dictionaries can be several keys. Keys are
   * compared as they are written: "a" is the same key as &"a", but not the same text.
   */
  private static final class Partners {
    private final VariantDictionary dictionary;
    private final BitSet found = new BitSet();

    /** Where keys stand that can be there several times, by how they are written. */
    private final Map<Variant, Deque<Integer>> several = new HashMap<>();

    Partners(VariantDictionary dictionary) {
      this.dictionary = dictionary;
      for (int i = 0; i < dictionary.size(); i++) {
        if (canBeSeveral(dictionary.keyAt(i))) {
          several.computeIfAbsent(dictionary.keyAt(i), key -> new ArrayDeque<>()).add(i);
        }
      }
    }

    private static boolean canBeSeveral(Variant key) {
      return key instanceof VariantDictionary || key instanceof VariantArray;
    }

    OptionalInt next(Variant key) {
      int at = canBeSeveral(key) ? nextOfSeveral(key) : dictionary.positionOf(key);
      if (at < 0 || found.get(at) || !dictionary.keyAt(at).equals(key)) {
        return OptionalInt.empty();
      }
      found.set(at);
      return OptionalInt.of(at);
    }

    private int nextOfSeveral(Variant key) {
      Deque<Integer> places = several.get(key);
      return places == null || places.isEmpty() ? -1 : places.remove();
    }
  }

  private final class ObjectPair extends Pair {
    private final ObjectValue before;
    private final ObjectValue after;
    private final Map<String, Variant> old;
    private final Map<String, Variant> young;
    private final List<String> names;

    ObjectPair(Step place, ObjectValue before, ObjectValue after) {
      super(place);
      this.before = before;
      this.after = after;
      old = properties(before);
      young = properties(after);
      Set<String> all = new LinkedHashSet<>(old.keySet());
      all.addAll(young.keySet());
      names = List.copyOf(all);
    }

    @Override
    int size() {
      return names.size();
    }

    @Override
    void look(int child) {
      String name = names.get(child);
      at(
          StringValue.of(name),
          Optional.ofNullable(old.get(name)),
          Optional.ofNullable(young.get(name)));
    }

    @Override
    void end() {
      if (found == known && (!sameNames() || !sameReplacedValues())) {
        differ(place, Optional.of(before), Optional.of(after), false);
      }
    }

    /** Whether the same names have the same order. */
    private boolean sameNames() {
      return names(before).equals(names(after));
    }

    /**
     * Whether the values are equal that another property of the same name replaces. The other
     * values were looked at: to compare all of them once more at each level would be quadratic.
     */
    private boolean sameReplacedValues() {
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
        if (isReplaced && !property.value().equals(after.properties().get(i).value())) {
          return false;
        }
      }
      return true;
    }
  }

  private static List<String> names(ObjectValue object) {
    return object.properties().stream().map(ObjectValue.Property::name).toList();
  }

  private static Map<String, Variant> properties(ObjectValue object) {
    Map<String, Variant> properties = new LinkedHashMap<>();
    object.properties().forEach(one -> properties.put(one.name(), one.value()));
    return properties;
  }
}
