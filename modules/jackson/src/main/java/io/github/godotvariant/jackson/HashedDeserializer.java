package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.internal.values.KeyCollisions;
import io.github.godotvariant.internal.values.ReadBudget;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
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
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;
import tools.jackson.databind.util.IgnorePropertiesUtil;

/**
 * Reads sets and maps. Rejects input with too many equal hash codes, which {@link KeyCollisions}
 * counts, and different names of one key of a new map, which an adapter or an alias of a constant
 * can cause. Maps with values as keys accept keys of any type from Godot's format.
 */
final class HashedDeserializer extends DelegatingDeserializer {
  /** Whether keys are values, which can have any type and whose hash codes are keyed. */
  private final boolean acceptsAnyKey;

  /** Whether keys with equal hash codes are counted. */
  private final boolean isCounted;

  /** Reads sets; null for maps and for custom deserializers. */
  private final @Nullable CountedSet sets;

  private HashedDeserializer(
      ValueDeserializer<?> delegate, boolean acceptsAnyKey, boolean isCounted) {
    super(delegate);
    this.acceptsAnyKey = acceptsAnyKey;
    this.isCounted = isCounted;
    sets =
        delegate.getClass() == CollectionDeserializer.class
            ? new CountedSet((CollectionDeserializer) delegate)
            : null;
  }

  /** Wraps the deserializers of sets and maps whose keys need a check. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    /** Maps that keep keys with equal hash codes in trees. */
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
          ? new HashedDeserializer(deserializer, false, true)
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
      // A map has few constants, and no input can choose their hash codes.
      boolean isCounted =
          !isOfValues && !type.getKeyType().isEnumType() && isCounted(type.getRawClass(), keys);
      boolean canMerge =
          type.getKeyType().isEnumType()
              || type.getKeyType().getValueHandler() instanceof AdaptedKeyDeserializer;
      return isOfValues || isCounted || canMerge
          ? new HashedDeserializer(deserializer, isOfValues, isCounted)
          : deserializer;
    }

    /** Returns whether equal hash codes make a map slow, such as a Hashtable with String keys. */
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
    if (!isCounted) {
      return delegate.getClass() == MapDeserializer.class
          ? rejectingDuplicates(context).deserialize(in, context)
          : delegate.deserialize(in, context);
    }
    try (OpenKeys keys = OpenKeys.open(in, context)) {
      if (sets != null) {
        return sets.read(keys, context);
      } else if (delegate.getClass() == MapDeserializer.class) {
        return rejectingDuplicates(context).read(keys, context);
      }
      return delegate.deserialize(in, context);
    }
  }

  private CheckedMap rejectingDuplicates(DeserializationContext context) {
    return new CheckedMap((MapDeserializer) getDelegatee()).rejectingDuplicates(context);
  }

  @Override
  @SuppressWarnings("unchecked") // type of the updated value
  public @Nullable Object deserialize(
      JsonParser in, DeserializationContext context, @Nullable Object into) {
    ValueDeserializer<?> delegate = getDelegatee();
    if (!isCounted) {
      if (acceptsAnyKey) {
        GodotParser.acceptAnyKey(in);
      }
      return ((ValueDeserializer<Object>) delegate).deserialize(in, context, into);
    }
    try (OpenKeys keys = OpenKeys.open(in, context)) {
      if (into instanceof Set<?> set && sets != null) {
        Counter counter =
            new Counter(keys, UpdatedCounts.of(context).collisions(into), set::contains);
        delegate = sets.counting(counter);
      } else if (into instanceof Map<?, ?> map && delegate.getClass() == MapDeserializer.class) {
        Counter counter =
            new Counter(keys, UpdatedCounts.of(context).collisions(into), map::containsKey);
        delegate = new CheckedMap((MapDeserializer) delegate).counting(counter);
      }
      return ((ValueDeserializer<Object>) delegate).deserialize(keys.parser, context, into);
    }
  }

  /**
   * The keys of a set or map that is being read. Sets and maps inside a key add to the work of the
   * outermost one, which is stored in the context. Nested sets and maps can have their own parser
   * of buffered tokens. Therefore only the outermost parser knows the number of bytes that were
   * read.
   */
  private static final class OpenKeys implements AutoCloseable {
    final JsonParser parser;
    final KeyCollisions.Work work;

    private final DeserializationContext context;

    /** The outermost set or map. */
    private final OpenKeys outermost;

    /** The number of bytes that the parser had read at the start. */
    private final long start;

    private OpenKeys(JsonParser in, DeserializationContext context, @Nullable OpenKeys outermost) {
      this.context = context;
      boolean isCounting = in instanceof GodotParser || in instanceof CountingParser;
      parser = isCounting ? in : new CountingParser(in);
      this.outermost = outermost == null ? this : outermost;
      work = outermost == null ? new KeyCollisions.Work() : outermost.work;
      start = readBytes();
    }

    static OpenKeys open(JsonParser in, DeserializationContext context) {
      OpenKeys outermost = (OpenKeys) context.getAttribute(OpenKeys.class);
      OpenKeys opened = new OpenKeys(in, context, outermost);
      if (outermost == null) {
        context.setAttribute(OpenKeys.class, opened);
      }
      return opened;
    }

    long readBytes() {
      return parser instanceof GodotParser godot
          ? godot.readBytes()
          : ((CountingParser) parser).readBytes();
    }

    void charge(int heapBytes) {
      if (parser instanceof GodotParser godot) {
        godot.charge(heapBytes);
      }
    }

    void check(KeyCollisions collisions, Object key, long position) {
      if (!collisions.check(work, key, position, outermost.readBytes() - outermost.start)) {
        throw InputExceptions.replace(
            new StreamConstraintsException(KeyCollisions.PROBLEM), parser);
      }
    }

    @Override
    public void close() {
      if (outermost == this) {
        context.setAttribute(OpenKeys.class, null);
      }
    }
  }

  /**
   * Counts the keys of one set or map.
   *
   * @param isPresent returns whether a key was counted before
   */
  private record Counter(OpenKeys keys, KeyCollisions collisions, Predicate<Object> isPresent) {
    Counter {
      collisions.beginKey(keys.work, keys.readBytes());
    }

    /** Creates a counter for a new set or map. */
    Counter(OpenKeys keys, Predicate<Object> isPresent) {
      this(keys, new KeyCollisions(), isPresent);
    }

    /** Adds an element that was read after the previous one. */
    void addElement(@Nullable Object element) {
      keys.charge(ReadBudget.PAIR);
      add(element, keys.readBytes());
    }

    /** Adds elements that were read together, and assumes that all have the same length. */
    void addAll(Collection<?> elements) {
      long end = keys.readBytes();
      long length = (end - keys.start) / Math.max(1, elements.size());
      collisions.beginKey(keys.work, end);
      for (Object element : elements) {
        end += length;
        add(element, end);
      }
    }

    /** Adds a key that was created from a name. */
    void addKey(@Nullable Object key, String name) {
      collisions.beginKey(keys.work, 0);
      add(key, CountingParser.TOKEN_BYTES + name.length());
    }

    private void add(@Nullable Object key, long position) {
      if (key != null) {
        keys.check(collisions, key, position);
        if (!isPresent.test(key)) {
          collisions.added();
        }
      }
    }
  }

  /**
   * The counts of sets and maps that are updated, for example because a name occurs several times.
   * A count exists as long as its set or map.
   */
  private static final class UpdatedCounts {
    private final Map<IdentityReference, KeyCollisions> counts = new HashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    static UpdatedCounts of(DeserializationContext context) {
      UpdatedCounts counts = (UpdatedCounts) context.getAttribute(UpdatedCounts.class);
      if (counts == null) {
        counts = new UpdatedCounts();
        context.setAttribute(UpdatedCounts.class, counts);
      }
      return counts;
    }

    KeyCollisions collisions(Object into) {
      for (Object old = collected.poll(); old != null; old = collected.poll()) {
        counts.remove(old);
      }
      return counts.computeIfAbsent(
          new IdentityReference(into, collected), identity -> new KeyCollisions());
    }
  }

  /** A weak reference that compares objects by identity. */
  private static final class IdentityReference extends WeakReference<Object> {
    private final int hash;

    IdentityReference(Object object, ReferenceQueue<Object> collected) {
      super(object, collected);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other == this
          || (other instanceof IdentityReference identity
              && get() != null
              && get() == identity.get());
    }
  }

  /** Reads a set and counts its elements. */
  private static final class CountedSet extends CollectionDeserializer {
    CountedSet(CollectionDeserializer delegate) {
      super(delegate);
    }

    Object read(OpenKeys keys, DeserializationContext context) {
      JsonParser in = keys.parser;
      if (_delegateDeserializer != null) {
        ValueDeserializer<?> delegate = new CountedDelegate(_delegateDeserializer, keys);
        return withResolved(
                delegate, _valueDeserializer, _valueTypeDeserializer, _nullProvider, _unwrapSingle)
            .deserialize(in, context);
      }
      if (!in.isExpectedStartArrayToken()) {
        return deserialize(in, context);
      }
      Collection<Object> set = createDefaultInstance(context);
      return counting(new Counter(keys, set::contains)).deserialize(in, context, set);
    }

    CollectionDeserializer counting(Counter counter) {
      counter.keys.charge(ReadBudget.SET);
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

  /** Reads a collection from which the set's class creates the set. */
  private static final class CountedDelegate extends DelegatingDeserializer {
    private final OpenKeys keys;

    CountedDelegate(ValueDeserializer<?> delegate, OpenKeys keys) {
      super(delegate);
      this.keys = keys;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> delegate) {
      return new CountedDelegate(delegate, keys);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      Set<Object> seenKeys = new HashSet<>();
      Counter counter = new Counter(keys, element -> !seenKeys.add(element));
      if (getDelegatee().getClass() == CollectionDeserializer.class) {
        CountedSet list = new CountedSet((CollectionDeserializer) getDelegatee());
        return list.counting(counter).deserialize(in, context);
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
    CheckedMap(MapDeserializer delegate) {
      super(delegate);
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
    Object read(OpenKeys keys, DeserializationContext context) {
      JsonParser in = keys.parser;
      boolean isPlain =
          _propertyBasedCreator == null && _delegateDeserializer == null && _hasDefaultCreator;
      JsonToken token = in.currentToken();
      if (isPlain && (token == JsonToken.START_OBJECT || token == JsonToken.PROPERTY_NAME)) {
        Map<Object, Object> map =
            (Map<Object, Object>) getValueInstantiator().createUsingDefault(context);
        return counting(new Counter(keys, map::containsKey))._readAndBind(in, context, map);
      }
      Set<Object> seen = new HashSet<>();
      return counting(new Counter(keys, key -> !seen.add(key))).deserialize(in, context);
    }

    CheckedMap counting(Counter counter) {
      return new CheckedMap(this, new CountedKeys(_keyDeserializer, counter));
    }

    /** Returns a reader for one new map that rejects different names of one key. */
    CheckedMap rejectingDuplicates(DeserializationContext context) {
      boolean isAdapted = _keyDeserializer instanceof AdaptedKeyDeserializer;
      boolean isEnum =
          _containerType.getKeyType().isEnumType()
              && !context.isEnabled(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
      // A key is read before it is known whether its pair is skipped.
      if (_skipNullValues || !(isAdapted || isEnum)) {
        return this;
      }
      Map<Object, String> names = new HashMap<>();
      if (SortedMap.class.isAssignableFrom(_containerType.getRawClass())) {
        if (_propertyBasedCreator != null || !_hasDefaultCreator) {
          return this; // the order of the map is not known
        }
        Object map = getValueInstantiator().createUsingDefault(context);
        // Keys of sorted maps are not counted. Equal hash codes do not slow down a tree.
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
    private final Counter counter;

    CountedKeys(KeyDeserializer keys, Counter counter) {
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

    /** The first name of each key. */
    private final Map<Object, String> names;

    /** Tests for names that the map omits; null if it has all names. */
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
