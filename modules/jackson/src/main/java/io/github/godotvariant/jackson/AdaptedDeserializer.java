package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Reads a stored value and converts it with its adapter. */
final class AdaptedDeserializer extends StdDeserializer<Object> {
  private final StoredType type;

  /** Resolved on first use, because a record can contain itself. */
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

  /** Ignores the type key of the adapted class, because the input contains the stored type. */
  @Override
  public @Nullable Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return deserialize(in, context);
  }
}
