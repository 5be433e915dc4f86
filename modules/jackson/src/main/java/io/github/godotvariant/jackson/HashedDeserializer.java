package io.github.godotvariant.jackson;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
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
 * Reads sets of values and maps with such keys, of which somebody may send many with the same hash
 * code on purpose: as many as a codec of records takes. What is a map in Godot's bytes may have
 * keys of any type.
 */
final class HashedDeserializer extends DelegatingDeserializer {
  private HashedDeserializer(ValueDeserializer<?> plain) {
    super(plain);
  }

  /** Puts itself in front of the deserializers of such sets and maps. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
        DeserializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return Set.class.isAssignableFrom(type.getRawClass())
              && VariantTypes.isValue(type.getContentType().getRawClass())
          ? new HashedDeserializer(deserializer)
          : deserializer;
    }

    @Override
    public ValueDeserializer<?> modifyMapDeserializer(
        DeserializationConfig config,
        MapType type,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      return VariantTypes.isValue(type.getKeyType().getRawClass())
          ? new HashedDeserializer(deserializer)
          : deserializer;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> plain) {
    return new HashedDeserializer(plain);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    takeAnyKey(in);
    return counting(new Counts(), in).deserialize(in, context);
  }

  @Override
  public @Nullable Object deserialize(
      JsonParser in, DeserializationContext context, @Nullable Object into) {
    takeAnyKey(in);
    Counts counts = into == null ? new Counts() : Merged.of(context).counts(into);
    return counting(counts, in).deserialize(in, context, into);
  }

  /** What reads, with what counts in it. */
  @SuppressWarnings("unchecked") // of what it makes
  private ValueDeserializer<Object> counting(Counts counts, JsonParser in) {
    ValueDeserializer<?> plain = getDelegatee();
    if (plain.getClass() == CollectionDeserializer.class) {
      plain = new CountedSet((CollectionDeserializer) plain).counting(counts);
    } else if (plain.getClass() == MapDeserializer.class) {
      plain = new CountedMap((MapDeserializer) plain).counting(counts, in);
    }
    return (ValueDeserializer<Object>) plain;
  }

  private static void takeAnyKey(JsonParser in) {
    if (in instanceof GodotParser godot
        && (in.currentToken() == JsonToken.START_OBJECT
            || in.currentToken() == JsonToken.PROPERTY_NAME)) {
      godot.takeAnyKey();
    }
  }

  /** How many different keys there are with each hash code. */
  private static final class Counts {
    private final Set<Object> keys = new HashSet<>();
    private final Map<Integer, Integer> counts = new HashMap<>();

    void add(@Nullable Object key, JsonParser in) {
      if (key != null
          && !(key instanceof Comparable)
          && keys.add(key)
          && counts.merge(key.hashCode(), 1, Integer::sum) > ReadLimits.COLLIDING_KEYS) {
        String place = in instanceof GodotParser godot ? godot.path() : "$";
        String problem = "more than " + ReadLimits.COLLIDING_KEYS + " keys with the same hash code";
        throw new LimitExceeded(
            problem,
            in.currentTokenLocation(),
            new VariantLimitException(problem, VariantException.NO_OFFSET, place));
      }
    }
  }

  /**
   * What was counted for what is read into: one map or set may be the value of a name that comes
   * again and again. It is kept for as long as that is.
   */
  private static final class Merged {
    private final Map<Identity, Counts> counts = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    static Merged of(DeserializationContext context) {
      Merged merged = (Merged) context.getAttribute(Merged.class);
      if (merged == null) {
        merged = new Merged();
        context.setAttribute(Merged.class, merged);
      }
      return merged;
    }

    Counts counts(Object into) {
      for (Object old = gone.poll(); old != null; old = gone.poll()) {
        counts.remove(old);
      }
      return counts.computeIfAbsent(new Identity(into, gone), identity -> new Counts());
    }
  }

  /** Which object it is, whatever it contains. */
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

  /** What reads a set, to be had with another deserializer of its elements. */
  private static final class CountedSet extends CollectionDeserializer {
    CountedSet(CollectionDeserializer plain) {
      super(plain);
    }

    CollectionDeserializer counting(Counts counts) {
      return withResolved(
          _delegateDeserializer,
          new CountedElements(_valueDeserializer, counts),
          _valueTypeDeserializer,
          _nullProvider,
          _unwrapSingle);
    }
  }

  private static final class CountedElements extends DelegatingDeserializer {
    private final Counts counts;

    CountedElements(ValueDeserializer<?> elements, Counts counts) {
      super(elements);
      this.counts = counts;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> elements) {
      return new CountedElements(elements, counts);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      return counted(super.deserialize(in, context), in);
    }

    @Override
    public @Nullable Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer types) {
      return counted(super.deserializeWithType(in, context, types), in);
    }

    private @Nullable Object counted(@Nullable Object element, JsonParser in) {
      counts.add(element, in);
      return element;
    }
  }

  /** What reads a map, to be had with another deserializer of its keys. */
  private static final class CountedMap extends MapDeserializer {
    CountedMap(MapDeserializer plain) {
      super(plain);
    }

    MapDeserializer counting(Counts counts, JsonParser in) {
      return withResolved(
          new CountedKeys(_keyDeserializer, counts, in),
          _valueTypeDeserializer,
          _valueDeserializer,
          _nullProvider,
          _ignorableProperties,
          _includableProperties);
    }
  }

  private static final class CountedKeys extends KeyDeserializer {
    private final KeyDeserializer keys;
    private final Counts counts;
    private final JsonParser in;

    CountedKeys(KeyDeserializer keys, Counts counts, JsonParser in) {
      this.keys = keys;
      this.counts = counts;
      this.in = in;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      Object key = keys.deserializeKey(name, context);
      counts.add(key, in);
      return key;
    }
  }
}
