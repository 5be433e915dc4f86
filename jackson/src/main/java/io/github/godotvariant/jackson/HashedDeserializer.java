package io.github.godotvariant.jackson;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.deser.std.ContainerDeserializerBase;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Reads sets of values and maps with such keys, of which somebody may send many with the same hash
 * code on purpose: as many as a codec of records takes.
 */
final class HashedDeserializer extends DelegatingDeserializer {
  /** More than ever come about by chance; as a codec of records counts them. */
  private static final int MOST = 64;

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
  @SuppressWarnings("unchecked") // of what is read into
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    ValueDeserializer<?> plain = getDelegatee();
    if (plain instanceof ContainerDeserializerBase<?> container
        && container.getValueInstantiator() != null
        && container.getValueInstantiator().canCreateUsingDefault()) {
      ValueInstantiator instantiator = container.getValueInstantiator();
      if (plain instanceof CollectionDeserializer set
          && in.currentToken() == JsonToken.START_ARRAY) {
        Collection<Object> read = (Collection<Object>) instantiator.createUsingDefault(context);
        set.deserialize(in, context, new Counted(read, new Counts(in)));
        return read;
      } else if (plain instanceof MapDeserializer map
          && (in.currentToken() == JsonToken.START_OBJECT
              || in.currentToken() == JsonToken.PROPERTY_NAME)) {
        Map<Object, Object> read = (Map<Object, Object>) instantiator.createUsingDefault(context);
        map.deserialize(in, context, new CountedKeys(read, new Counts(in)));
        return read;
      }
    }
    return super.deserialize(in, context);
  }

  /** How many different keys there are with each hash code. */
  private static final class Counts {
    private final Map<Integer, Integer> counts = new HashMap<>();
    private final JsonParser in;

    Counts(JsonParser in) {
      this.in = in;
    }

    void add(@Nullable Object key) {
      if (key != null
          && !(key instanceof Comparable)
          && counts.merge(key.hashCode(), 1, Integer::sum) > MOST) {
        String place = in instanceof GodotParser godot ? godot.path() : "$";
        String problem = "more than " + MOST + " keys with the same hash code";
        throw new LimitExceeded(
            problem,
            in.currentTokenLocation(),
            new VariantLimitException(problem, VariantException.NO_OFFSET, place));
      }
    }
  }

  /** Counts what is added to a set. */
  private static final class Counted extends AbstractCollection<Object> {
    private final Collection<Object> read;
    private final Counts counts;

    Counted(Collection<Object> read, Counts counts) {
      this.read = read;
      this.counts = counts;
    }

    @Override
    public boolean add(Object element) {
      boolean isNew = read.add(element);
      if (isNew) {
        counts.add(element);
      }
      return isNew;
    }

    @Override
    public Iterator<Object> iterator() {
      return read.iterator();
    }

    @Override
    public int size() {
      return read.size();
    }
  }

  /** Counts the keys that are put into a map, whose values are not asked for. */
  private static final class CountedKeys extends AbstractMap<Object, Object> {
    private final Map<Object, Object> read;
    private final Counts counts;

    CountedKeys(Map<Object, Object> read, Counts counts) {
      this.read = read;
      this.counts = counts;
    }

    @Override
    public @Nullable Object get(Object key) {
      return null;
    }

    @Override
    public @Nullable Object put(Object key, Object value) {
      int before = read.size();
      Object old = read.put(key, value);
      if (read.size() > before) {
        counts.add(key);
      }
      return old;
    }

    @Override
    public Set<Entry<Object, Object>> entrySet() {
      return read.entrySet();
    }
  }
}
