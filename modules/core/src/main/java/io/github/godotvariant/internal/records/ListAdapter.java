package io.github.godotvariant.internal.records;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads and writes a collection, or a Java array of objects, as an Array. */
public final class ListAdapter extends ComponentAdapter {
  /** The maximum number of elements for which space is reserved before the elements are read. */
  private static final int MAX_RESERVED = 64;

  private final Class<?> raw;
  private final ComponentAdapter element;
  private final ElementType declared;

  /**
   * Creates an adapter.
   *
   * @param raw Collection, List, Deque, Set, SortedSet, or the class of an array
   * @param typed whether the Array declares the type of its elements
   */
  public ListAdapter(Class<?> raw, ComponentAdapter element, boolean typed) {
    super(element.component);
    this.raw = raw;
    this.element = raw == Set.class || raw == SortedSet.class ? element.asKey() : element;
    declared = typed ? element.elementType() : ElementType.UNTYPED;
  }

  @Override
  public Object read(RecordReader in) {
    int start = in.position();
    int count = in.beginArray(component);
    Object all;
    if (raw == Set.class) {
      all = readSet(in, count, start);
    } else if (raw == SortedSet.class) {
      all = readSortedSet(in, count);
    } else {
      all = toCollection(in, raw, readElements(in, element, count));
    }
    in.endContainer();
    return all;
  }

  static List<@Nullable Object> readElements(RecordReader in, ComponentAdapter element, int count) {
    List<@Nullable Object> elements = new ArrayList<>(Math.min(count, MAX_RESERVED));
    for (int i = 0; i < count; i++) {
      elements.add(element.read(in));
    }
    return elements;
  }

  private Set<@Nullable Object> readSet(RecordReader in, int count, int start) {
    chargeSet(in, count);
    if (count == 0) {
      return Collections.emptySet();
    }
    Set<@Nullable Object> set = new LinkedHashSet<>();
    try (HashedKeys keys = HashedKeys.open(in, component, start)) {
      keys.beginKey();
      for (int i = 0; i < count; i++) {
        Object each = element.read(in);
        keys.check(each);
        if (add(in, set, each)) {
          keys.added();
        }
      }
    }
    return Collections.unmodifiableSet(set);
  }

  private SortedSet<@Nullable Object> readSortedSet(RecordReader in, int count) {
    chargeSet(in, count);
    SortedSet<@Nullable Object> set = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      add(in, set, element.read(in));
    }
    return Collections.unmodifiableSortedSet(set);
  }

  /**
   * Adds an element. Rejects an element whose method {@code equals}, {@code hashCode} or {@code
   * compareTo} throws an exception.
   */
  private boolean add(RecordReader in, Set<@Nullable Object> set, @Nullable Object each) {
    try {
      return set.add(each);
    } catch (RuntimeException e) {
      throw in.refused(component, e);
    }
  }

  /**
   * Converts elements to a collection or an array. A collection is unmodifiable, except for a
   * Deque.
   *
   * @param raw Collection, List, Deque, Set, SortedSet, or the class of an array
   * @param elements the elements. For a set, they are comparable or have a hash code that an
   *     attacker cannot predict, so that no input can make the set slow
   */
  static Object toCollection(RecordReader in, Class<?> raw, List<@Nullable Object> elements) {
    if (raw == List.class || raw == Collection.class) {
      return Collections.unmodifiableList(elements);
    }
    if (raw == Set.class) {
      chargeSet(in, elements.size());
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements));
    }
    if (raw == SortedSet.class) {
      chargeSet(in, elements.size());
      return Collections.unmodifiableSortedSet(new TreeSet<>(elements));
    }
    if (raw == Deque.class) {
      return deque(in, elements);
    }
    Object array = Array.newInstance(raw.getComponentType(), elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Array.set(array, i, elements.get(i));
    }
    return array;
  }

  /**
   * Creates a LinkedList. Unlike an ArrayDeque, a LinkedList is equal to a list with equal
   * elements, so that records with such components can be equal.
   */
  @SuppressWarnings("JdkObsolete") // an ArrayDeque compares by identity
  private static Object deque(RecordReader in, List<@Nullable Object> elements) {
    in.charge(0, (long) elements.size() * ReadBudget.ELEMENT);
    return new LinkedList<>(elements);
  }

  private static void chargeSet(RecordReader in, int count) {
    in.charge(0, ReadBudget.SET + (long) count * ReadBudget.PAIR);
  }

  /** {@return the elements of an array or collection} */
  static Collection<? extends @Nullable Object> elements(Object value) {
    return value instanceof @Nullable Object[] array ? Arrays.asList(array) : (Collection<?>) value;
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    Object all = out.present(component, value);
    out.beginArray(declared);
    int first = out.pos;
    int count = 0;
    for (Object each : elements(all)) {
      out.beginItem();
      element.write(out, each);
      count++;
    }
    out.endContainer(first, count);
  }

  @Override
  public VariantType type() {
    return VariantType.ARRAY;
  }
}
