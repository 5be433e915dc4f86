package io.github.godotvariant.internal.records;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.values.ReadBudget;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes a List, a Set or an array of references as an Array. */
public final class ListKind extends Kind {
  private final Class<?> raw;
  private final Kind element;
  private final ElementType declared;

  /**
   * Creates a codec for elements.
   *
   * @param raw List, Set, or the class of an array
   * @param typed whether the Array declares the type of its elements
   */
  public ListKind(Class<?> raw, Kind element, boolean typed) {
    super(element.owner);
    this.raw = raw;
    this.element = element;
    declared = typed ? element.elementType() : ElementType.UNTYPED;
  }

  @Override
  public Object read(VariantReader in) {
    int count = beginArray(in);
    Object all = raw == Set.class ? readSet(in, count) : readElements(in, count);
    in.endArray();
    return all;
  }

  private Object readElements(VariantReader in, int count) {
    List<@Nullable Object> elements =
        new ArrayList<>(count); // the input has at least as many bytes
    for (int i = 0; i < count; i++) {
      elements.add(element.read(in));
    }
    return made(in, raw, elements);
  }

  private Set<@Nullable Object> readSet(VariantReader in, int count) {
    chargeSet(in, count);
    if (count == 0) {
      return Collections.emptySet();
    }
    Set<@Nullable Object> set = new LinkedHashSet<>();
    try (HashedKeys keys = HashedKeys.open(in, owner)) {
      keys.beginKey();
      for (int i = 0; i < count; i++) {
        Object each = element.read(in);
        keys.check(each);
        if (set.add(each)) {
          keys.added();
        }
      }
    }
    return Collections.unmodifiableSet(set);
  }

  /**
   * Returns elements as an unmodifiable list or set, or as an array.
   *
   * @param raw List, Set, or the class of an array
   * @param elements the elements; those of a set have an order or a keyed hash code
   */
  static Object made(VariantReader in, Class<?> raw, List<@Nullable Object> elements) {
    if (raw == Set.class) {
      chargeSet(in, elements.size());
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements));
    }
    if (raw.isArray()) {
      Object array = Array.newInstance(raw.getComponentType(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Array.set(array, i, elements.get(i));
      }
      return array;
    }
    return Collections.unmodifiableList(elements);
  }

  private static void chargeSet(VariantReader in, int count) {
    CODEC.charge(in, 0, ReadBudget.SET + (long) count * ReadBudget.PAIR);
  }

  /** {@return the elements of a component} */
  static Collection<? extends @Nullable Object> elements(Object value) {
    return value instanceof @Nullable Object[] array ? Arrays.asList(array) : (Collection<?>) value;
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    out.beginArray(declared);
    for (Object each : elements(present(value))) {
      element.write(out, each);
    }
    out.endArray();
  }

  @Override
  VariantType type() {
    return VariantType.ARRAY;
  }
}
