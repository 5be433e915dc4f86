package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.internal.values.ReadBudget;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.NullValueProvider;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;
import tools.jackson.databind.util.IgnorePropertiesUtil;

/**
 * Reads sets and maps, and checks their keys. Rejects too many keys with equal hash codes, which
 * {@link KeyCollisions} counts. For a new map whose keys are enum constants or have an adapter,
 * also rejects different names that are read as the same key. If the keys are values of Godot,
 * accepts keys of any type in Godot's format.
 */
final class HashedDeserializer extends DelegatingDeserializer {
  /** Whether keys are values of Godot, which can have any type in the input. */
  private final boolean acceptsAnyKey;

  /**
   * Whether keys with equal hash codes are counted. Keys that are values of Godot need no count,
   * because their hash codes depend on a secret.
   */
  private final boolean isCounted;

  private HashedDeserializer(
      ValueDeserializer<?> delegate, boolean acceptsAnyKey, boolean isCounted) {
    super(delegate);
    this.acceptsAnyKey = acceptsAnyKey;
    this.isCounted = isCounted;
  }

  /** Wraps the deserializers of sets and maps whose keys need a check. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    /** Maps that store keys with equal hash codes in a sorted tree, so that a lookup is fast. */
    private static final List<Class<?>> TREE_MAPS = List.of(HashMap.class, ConcurrentHashMap.class);

    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
        DeserializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return Set.class.isAssignableFrom(type.getRawClass())
              && !SortedSet.class.isAssignableFrom(type.getRawClass())
              && !VariantTypes.isValue(type.getContentType().getRawClass())
              && !KeyCollisions.isOrdered(type.getContentType().getRawClass())
          ? new HashedDeserializer(CountedSet.of(deserializer), false, true)
          : deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyMapDeserializer(
        DeserializationConfig config,
        MapType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      Class<?> keys = type.getKeyType().getRawClass();
      boolean isOfValues = VariantTypes.isValue(keys);
      // Enum keys need no count: they are few, and the input cannot choose their hash codes.
      boolean isCounted =
          !isOfValues && !type.getKeyType().isEnumType() && isCounted(type.getRawClass(), keys);
      boolean canMerge =
          type.getKeyType().isEnumType()
              || type.getKeyType().getValueHandler() instanceof AdaptedKeyDeserializer;
      return isOfValues || isCounted || canMerge
          ? new HashedDeserializer(CheckedMap.of(deserializer), isOfValues, isCounted)
          : deserializer;
    }

    /**
     * Returns whether keys with equal hash codes make a map slow. An example is a Hashtable with
     * String keys.
     */
    private static boolean isCounted(Class<?> map, Class<?> keys) {
      return !SortedMap.class.isAssignableFrom(map)
          && !(KeyCollisions.isOrdered(keys)
              && TREE_MAPS.stream().anyMatch(t -> t.isAssignableFrom(map)));
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
    return new HashedDeserializer(delegate, acceptsAnyKey, isCounted);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    ValueDeserializer<?> delegate = getDelegatee();
    if (acceptsAnyKey) {
      GodotParser.acceptAnyKey(in);
    }
    if (delegate instanceof CheckedMap map) {
      delegate = map.rejectingDuplicates(context);
    }
    if (!isCounted) {
      return delegate.deserialize(in, context);
    }
    try (CountedInput input = CountedInput.open(in, context)) {
      if (delegate instanceof CountedSet set) {
        return set.read(input, context);
      } else if (delegate instanceof CheckedMap map) {
        return map.read(input, context);
      }
      return delegate.deserialize(input.parser, context);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // type of the updated value
  public @Nullable Object deserialize(
      JsonParser in, DeserializationContext context, @Nullable Object into) {
    ValueDeserializer<?> delegate = getDelegatee();
    if (acceptsAnyKey) {
      GodotParser.acceptAnyKey(in);
    }
    if (!isCounted) {
      return ((ValueDeserializer<Object>) delegate).deserialize(in, context, into);
    }
    try (CountedInput input = CountedInput.open(in, context)) {
      if (delegate instanceof CountedSet set && into instanceof Set<?> elements) {
        delegate = set.counting(input, input.counter(into, elements::contains));
      } else if (delegate instanceof CheckedMap map && into instanceof Map<?, ?> pairs) {
        delegate = map.counting(input.counter(into, pairs::containsKey));
      }
      return ((ValueDeserializer<Object>) delegate).deserialize(input.parser, context, into);
    }
  }

  /** Reads a set and counts its elements. */
  private static final class CountedSet extends CollectionDeserializer {
    CountedSet(CollectionDeserializer delegate) {
      super(delegate);
    }

    static ValueDeserializer<?> of(ValueDeserializer<?> sets) {
      return sets.getClass() == CollectionDeserializer.class
          ? new CountedSet((CollectionDeserializer) sets)
          : sets;
    }

    @Override
    protected CollectionDeserializer withResolved(
        @Nullable ValueDeserializer<?> delegate,
        ValueDeserializer<?> elements,
        @Nullable TypeDeserializer types,
        @Nullable NullValueProvider nulls,
        @Nullable Boolean unwrapsSingle) {
      return new CountedSet(super.withResolved(delegate, elements, types, nulls, unwrapsSingle));
    }

    Object read(CountedInput input, DeserializationContext context) {
      JsonParser in = input.parser;
      if (_delegateDeserializer != null) {
        ValueDeserializer<?> delegate = new CountedDelegate(_delegateDeserializer, input);
        return super.withResolved(
                delegate, _valueDeserializer, _valueTypeDeserializer, _nullProvider, _unwrapSingle)
            .deserialize(in, context);
      }
      if (!in.isExpectedStartArrayToken()) {
        return deserialize(in, context);
      }
      Collection<Object> set = createDefaultInstance(context);
      return counting(input, input.counter(set::contains)).deserialize(in, context, set);
    }

    CollectionDeserializer counting(CountedInput input, CountedInput.Counter counter) {
      input.charge(ReadBudget.SET);
      return super.withResolved(
          _delegateDeserializer,
          new CountedElements(_valueDeserializer, counter),
          _valueTypeDeserializer,
          _nullProvider,
          _unwrapSingle);
    }
  }

  private static final class CountedElements extends DelegatingDeserializer {
    private final CountedInput.Counter counter;

    CountedElements(ValueDeserializer<?> elements, CountedInput.Counter counter) {
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
      counter.addElement(element);
      return element;
    }

    @Override
    public @Nullable Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer types) {
      Object element = super.deserializeWithType(in, context, types);
      counter.addElement(element);
      return element;
    }
  }

  /**
   * Reads the collection or array from which the class of a set creates the set, and counts the
   * elements.
   */
  private static final class CountedDelegate extends DelegatingDeserializer {
    private final CountedInput input;

    CountedDelegate(ValueDeserializer<?> delegate, CountedInput input) {
      super(delegate);
      this.input = input;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
      return new CountedDelegate(delegate, input);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      Set<Object> seenKeys = new HashSet<>();
      CountedInput.Counter counter = input.counter(element -> !seenKeys.add(element));
      if (getDelegatee().getClass() == CollectionDeserializer.class) {
        CountedSet list = new CountedSet((CollectionDeserializer) getDelegatee());
        return list.counting(input, counter).deserialize(in, context);
      }
      Object read = super.deserialize(in, context);
      Collection<?> elements =
          read instanceof Object[] array
              ? Arrays.asList(array)
              : read instanceof Collection<?> collection ? collection : List.of();
      counter.addAll(elements);
      return read;
    }
  }

  /** Reads a map and checks its keys. */
  private static final class CheckedMap extends MapDeserializer {
    private CheckedMap(MapDeserializer delegate) {
      super(delegate);
    }

    static ValueDeserializer<?> of(ValueDeserializer<?> maps) {
      return maps.getClass() == MapDeserializer.class
          ? new CheckedMap((MapDeserializer) maps)
          : maps;
    }

    @Override
    protected MapDeserializer withResolved(
        KeyDeserializer keys,
        @Nullable TypeDeserializer types,
        ValueDeserializer<?> values,
        @Nullable NullValueProvider nulls,
        @Nullable Set<String> ignored,
        @Nullable Set<String> included) {
      return new CheckedMap(super.withResolved(keys, types, values, nulls, ignored, included));
    }

    private CheckedMap(CheckedMap delegate, KeyDeserializer keys) {
      super(
          delegate,
          keys,
          delegate._valueDeserializer,
          delegate._valueTypeDeserializer,
          delegate._nullProvider,
          delegate._ignorableProperties,
          delegate._includableProperties);
    }

    @SuppressWarnings("unchecked") // type of the created map
    Object read(CountedInput input, DeserializationContext context) {
      JsonParser in = input.parser;
      boolean isPlain =
          _propertyBasedCreator == null && _delegateDeserializer == null && _hasDefaultCreator;
      JsonToken token = in.currentToken();
      if (isPlain && (token == JsonToken.START_OBJECT || token == JsonToken.PROPERTY_NAME)) {
        Map<Object, Object> map =
            (Map<Object, Object>) getValueInstantiator().createUsingDefault(context);
        return counting(input.counter(map::containsKey))._readAndBind(in, context, map);
      }
      Set<Object> seen = new HashSet<>();
      return counting(input.counter(key -> !seen.add(key))).deserialize(in, context);
    }

    CheckedMap counting(CountedInput.Counter counter) {
      return new CheckedMap(this, new CountedKeys(_keyDeserializer, counter));
    }

    /**
     * Returns a deserializer for a single new map. It rejects a key that was read from another name
     * before. Returns this deserializer if the check is not necessary or not possible.
     */
    CheckedMap rejectingDuplicates(DeserializationContext context) {
      boolean isAdapted = _keyDeserializer instanceof AdaptedKeyDeserializer;
      // With this feature, unknown keys are read as null. Jackson skips null keys only with its own
      // key deserializer.
      boolean isEnum =
          _containerType.getKeyType().isEnumType()
              && !context.isEnabled(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
      // If pairs with a null value are skipped, a key does not show whether its pair is kept.
      if (_skipNullValues || !(isAdapted || isEnum)) {
        return this;
      }
      Map<Object, String> names = new HashMap<>();
      if (SortedMap.class.isAssignableFrom(_containerType.getRawClass())) {
        if (_propertyBasedCreator != null || !_hasDefaultCreator) {
          return this; // the order of the map is not known
        }
        Object map = getValueInstantiator().createUsingDefault(context);
        // A tree with the same comparator finds equal keys as the map does. Trees use no hash
        // codes, so they need no count.
        names = new TreeMap<>(comparator((SortedMap<?, ?>) map));
      }
      return new CheckedMap(this, new DistinctKeys(_keyDeserializer, names, _inclusionChecker));
    }

    @SuppressWarnings("unchecked") // type of the keys
    private static @Nullable Comparator<Object> comparator(SortedMap<?, ?> map) {
      return (Comparator<Object>) map.comparator();
    }
  }

  private static final class CountedKeys extends KeyDeserializer {
    private final KeyDeserializer keys;
    private final CountedInput.Counter counter;

    CountedKeys(KeyDeserializer keys, CountedInput.Counter counter) {
      this.keys = keys;
      this.counter = counter;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      Object key = keys.deserializeKey(name, context);
      counter.addKey(key, name);
      return key;
    }
  }

  /**
   * Reads the keys of one new map. Rejects a key that was read from another name before, because
   * the map would lose a value.
   */
  private static final class DistinctKeys extends KeyDeserializer {
    private final KeyDeserializer keys;

    /** The name from which each key was read first. */
    private final Map<Object, String> names;

    /** Finds the names that the map omits; null if the map omits none. */
    private final IgnorePropertiesUtil.@Nullable Checker ignored;

    DistinctKeys(
        KeyDeserializer keys,
        Map<Object, String> names,
        IgnorePropertiesUtil.@Nullable Checker ignored) {
      this.keys = keys;
      this.names = names;
      this.ignored = ignored;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      Object key = keys.deserializeKey(name, context);
      if (key == null || (ignored != null && ignored.shouldIgnore(name))) {
        return key;
      } else if (context.getParser() instanceof GodotParser godot) {
        godot.charge(ReadBudget.PAIR);
      }
      String first = names.putIfAbsent(key, name);
      if (first != null && !first.equals(name)) {
        throw context.weirdKeyException(
            key.getClass(),
            name,
            "two keys are read as the same value; the first one is "
                + StringValue.of(first).toShortString());
      }
      return key;
    }
  }
}
