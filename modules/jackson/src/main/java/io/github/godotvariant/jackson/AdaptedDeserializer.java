package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/**
 * Reads a value of a {@link StoredType}, and converts the value with the adapter of that type, if
 * there is one.
 */
final class AdaptedDeserializer extends StdDeserializer<Object> {
  private final StoredType type;

  /**
   * The deserializer of the stored type. It is found on first use, because a record can contain
   * itself; null before.
   */
  private volatile @Nullable ValueDeserializer<Object> stored;

  AdaptedDeserializer(StoredType type) {
    super(Object.class);
    this.type = type;
  }

  private ValueDeserializer<Object> stored(DeserializationContext context) {
    ValueDeserializer<Object> deserializer = stored;
    if (deserializer == null) {
      deserializer = type.deserializer(context);
      stored = deserializer;
    }
    return deserializer;
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    Object value = stored(context).deserialize(in, context);
    return value == null ? null : type.fromStored(value);
  }

  /** Returns null if there is an adapter, because adapters do not convert null. */
  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    return type.hasAdapter() ? null : stored(context).getNullValue(context);
  }

  /**
   * Ignores {@code types}, which would read the name of the adapted class from the input. The input
   * contains the stored type instead.
   */
  @Override
  public @Nullable Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return deserialize(in, context);
  }
}
