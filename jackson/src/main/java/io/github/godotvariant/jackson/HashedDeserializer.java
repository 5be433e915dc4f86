package io.github.godotvariant.jackson;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
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
    ValueDeserializer<?> plain = getDelegatee();
    if (plain.getClass() == CollectionDeserializer.class) {
      return new CountedSet((CollectionDeserializer) plain).counting(in).deserialize(in, context);
    } else if (plain.getClass() == MapDeserializer.class) {
      return new CountedMap((MapDeserializer) plain).counting(in).deserialize(in, context);
    }
    return super.deserialize(in, context);
  }

  @Override
  public @Nullable Object deserialize(
      JsonParser in, DeserializationContext context, @Nullable Object into) {
    takeAnyKey(in);
    return super.deserialize(in, context, into);
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
    private final JsonParser in;

    Counts(JsonParser in) {
      this.in = in;
    }

    void add(@Nullable Object key) {
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

  /** What reads a set, to be had with another deserializer of its elements. */
  private static final class CountedSet extends CollectionDeserializer {
    CountedSet(CollectionDeserializer plain) {
      super(plain);
    }

    CollectionDeserializer counting(JsonParser in) {
      return withResolved(
          _delegateDeserializer,
          new CountedElements(_valueDeserializer, new Counts(in)),
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
      return counted(super.deserialize(in, context));
    }

    @Override
    public @Nullable Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer types) {
      return counted(super.deserializeWithType(in, context, types));
    }

    private @Nullable Object counted(@Nullable Object element) {
      counts.add(element);
      return element;
    }
  }

  /** What reads a map, to be had with another deserializer of its keys. */
  private static final class CountedMap extends MapDeserializer {
    CountedMap(MapDeserializer plain) {
      super(plain);
    }

    MapDeserializer counting(JsonParser in) {
      return withResolved(
          new CountedKeys(_keyDeserializer, new Counts(in)),
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

    CountedKeys(KeyDeserializer keys, Counts counts) {
      this.keys = keys;
      this.counts = counts;
    }

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      Object key = keys.deserializeKey(name, context);
      counts.add(key);
      return key;
    }
  }
}
