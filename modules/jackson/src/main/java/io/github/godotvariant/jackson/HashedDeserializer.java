package io.github.godotvariant.jackson;

import io.github.godotvariant.internal.values.KeyCollisions;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Reads sets and maps from Godot's bytes, and refuses too many keys with the same hash code, as
 * {@link KeyCollisions} counts them. Maps with values as keys take keys of any type from Godot's
 * bytes.
 */
final class HashedDeserializer extends DelegatingDeserializer {
  /** Whether keys need not be strings. */
  private final boolean takesAnyKey;

  private HashedDeserializer(ValueDeserializer<?> plain, boolean takesAnyKey) {
    super(plain);
    this.takesAnyKey = takesAnyKey;
  }

  /** Wraps the deserializers of sets and maps whose keys may have equal hash codes. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
        DeserializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return Set.class.isAssignableFrom(type.getRawClass())
              && !SortedSet.class.isAssignableFrom(type.getRawClass())
              && !KeyCollisions.isOrdered(type.getContentType().getRawClass())
          ? new HashedDeserializer(deserializer, false)
          : deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyMapDeserializer(
        DeserializationConfig config,
        MapType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      Class<?> keys = type.getKeyType().getRawClass();
      boolean isSorted = SortedMap.class.isAssignableFrom(type.getRawClass());
      boolean isOfValues = VariantTypes.isValue(keys);
      return isOfValues || (!isSorted && !KeyCollisions.isOrdered(keys))
          ? new HashedDeserializer(deserializer, isOfValues)
          : deserializer;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> plain) {
    return new HashedDeserializer(plain, takesAnyKey);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    takeAnyKey(in);
    ValueDeserializer<?> plain = getDelegatee();
    if (plain.getClass() == CollectionDeserializer.class) {
      return new CountedSet((CollectionDeserializer) plain).read(in, context);
    } else if (plain.getClass() == MapDeserializer.class) {
      return new CountedMap((MapDeserializer) plain).read(in, context);
    }
    return plain.deserialize(in, context);
  }

  @Override
  @SuppressWarnings("unchecked") // of the value that is updated
  public @Nullable Object deserialize(
      JsonParser in, DeserializationContext context, @Nullable Object into) {
    takeAnyKey(in);
    ValueDeserializer<?> plain = getDelegatee();
    if (into instanceof Set<?> set && plain.getClass() == CollectionDeserializer.class) {
      Counter counter = new Counter(in, Merged.of(context).collisions(into), set::contains);
      plain = new CountedSet((CollectionDeserializer) plain).counting(counter);
    } else if (into instanceof Map<?, ?> map && plain.getClass() == MapDeserializer.class) {
      Counter counter = new Counter(in, Merged.of(context).collisions(into), map::containsKey);
      plain = new CountedMap((MapDeserializer) plain).counting(counter);
    }
    return ((ValueDeserializer<Object>) plain).deserialize(in, context, into);
  }

  private void takeAnyKey(JsonParser in) {
    if (takesAnyKey
        && in instanceof GodotParser godot
        && (in.currentToken() == JsonToken.START_OBJECT
            || in.currentToken() == JsonToken.PROPERTY_NAME)) {
      godot.takeAnyKey();
    }
  }

  /**
   * Counts the keys of one set or map.
   *
   * @param isThere whether a key was counted before
   */
  private record Counter(JsonParser in, KeyCollisions collisions, Predicate<Object> isThere) {
    /** Creates a counter for keys that are not yet in a set or map. */
    Counter(JsonParser in, Predicate<Object> isThere) {
      this(in, new KeyCollisions(), isThere);
    }

    void add(@Nullable Object key) {
      if (key != null && !isThere.test(key) && !collisions.add(key)) {
        throw InputExceptions.of(new StreamConstraintsException(KeyCollisions.PROBLEM), in);
      }
    }
  }

  /**
   * The counts of sets and maps that are updated: one of them may be the value of a name that comes
   * several times. They are kept for as long as the set or map.
   */
  private static final class Merged {
    private final Map<Identity, KeyCollisions> counts = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    static Merged of(DeserializationContext context) {
      Merged merged = (Merged) context.getAttribute(Merged.class);
      if (merged == null) {
        merged = new Merged();
        context.setAttribute(Merged.class, merged);
      }
      return merged;
    }

    KeyCollisions collisions(Object into) {
      for (Object old = gone.poll(); old != null; old = gone.poll()) {
        counts.remove(old);
      }
      return counts.computeIfAbsent(new Identity(into, gone), identity -> new KeyCollisions());
    }
  }

  /** The identity of an object, whatever it contains. */
  private static final class Identity extends WeakReference<Object> {
    private final int hash;

    Identity(Object object, ReferenceQueue<Object> gone) {
      super(object, gone);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other == this
          || (other instanceof Identity identity && get() != null && get() == identity.get());
    }
  }

  /** Reads a set with a counter of its elements. */
  private static final class CountedSet extends CollectionDeserializer {
    CountedSet(CollectionDeserializer plain) {
      super(plain);
    }

    Object read(JsonParser in, DeserializationContext context) {
      if (_delegateDeserializer != null) {
        ValueDeserializer<?> delegate = new CountedDelegate(_delegateDeserializer);
        return withResolved(
                delegate, _valueDeserializer, _valueTypeDeserializer, _nullProvider, _unwrapSingle)
            .deserialize(in, context);
      }
      if (!in.isExpectedStartArrayToken()) {
        return deserialize(in, context);
      }
      Collection<Object> set = createDefaultInstance(context);
      return counting(new Counter(in, set::contains)).deserialize(in, context, set);
    }

    CollectionDeserializer counting(Counter counter) {
      return withResolved(
          _delegateDeserializer,
          new CountedElements(_valueDeserializer, counter),
          _valueTypeDeserializer,
          _nullProvider,
          _unwrapSingle);
    }
  }

  private static final class CountedElements extends DelegatingDeserializer {
    private final Counter counter;

    CountedElements(ValueDeserializer<?> elements, Counter counter) {
      super(elements);
      this.counter = counter;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> elements) {
      return new CountedElements(elements, counter);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      Object element = super.deserialize(in, context);
      counter.add(element);
      return element;
    }

    @Override
    public @Nullable Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer types) {
      Object element = super.deserializeWithType(in, context, types);
      counter.add(element);
      return element;
    }
  }

  /** Reads a collection of which a set is made by its class. */
  private static final class CountedDelegate extends DelegatingDeserializer {
    CountedDelegate(ValueDeserializer<?> delegate) {
      super(delegate);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
      return new CountedDelegate(delegate);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      Object read = super.deserialize(in, context);
      Collection<?> elements =
          read instanceof Object[] array
              ? Arrays.asList(array)
              : read instanceof Collection<?> collection ? collection : List.of();
      Set<Object> seen = new HashSet<>();
      Counter counter = new Counter(in, element -> !seen.add(element));
      elements.forEach(counter::add);
      return read;
    }
  }

  /** Reads a map with a counter of its keys. */
  private static final class CountedMap extends MapDeserializer {
    CountedMap(MapDeserializer plain) {
      super(plain);
    }

    private CountedMap(CountedMap plain, KeyDeserializer keys) {
      super(
          plain,
          keys,
          plain._valueDeserializer,
          plain._valueTypeDeserializer,
          plain._nullProvider,
          plain._ignorableProperties,
          plain._includableProperties);
    }

    @SuppressWarnings("unchecked") // of the map that its class makes
    Object read(JsonParser in, DeserializationContext context) {
      boolean isPlain =
          _propertyBasedCreator == null && _delegateDeserializer == null && _hasDefaultCreator;
      JsonToken token = in.currentToken();
      if (isPlain && (token == JsonToken.START_OBJECT || token == JsonToken.PROPERTY_NAME)) {
        Map<Object, Object> map =
            (Map<Object, Object>) getValueInstantiator().createUsingDefault(context);
        return counting(new Counter(in, map::containsKey))._readAndBind(in, context, map);
      }
      Set<Object> seen = new HashSet<>();
      return counting(new Counter(in, key -> !seen.add(key))).deserialize(in, context);
    }

    CountedMap counting(Counter counter) {
      return new CountedMap(this, new CountedKeys(_keyDeserializer, counter));
    }
  }

  private static final class CountedKeys extends KeyDeserializer {
    private final KeyDeserializer keys;
    private final Counter counter;

    CountedKeys(KeyDeserializer keys, Counter counter) {
      this.keys = keys;
      this.counter = counter;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      Object key = keys.deserializeKey(name, context);
      counter.add(key);
      return key;
    }
  }
}
