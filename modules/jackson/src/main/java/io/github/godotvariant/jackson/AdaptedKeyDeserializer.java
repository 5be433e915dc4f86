package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/**
 * Reads a map key as the type that the adapter of the keys stores, and converts the result with
 * this adapter.
 */
final class AdaptedKeyDeserializer extends KeyDeserializer {
  private final StoredType type;

  private volatile @Nullable KeyDeserializer stored;

  AdaptedKeyDeserializer(StoredType type) {
    this.type = type;
  }

  @Override
  public @Nullable Object deserializeKey(String name, DeserializationContext context) {
    KeyDeserializer deserializer = stored;
    if (deserializer == null) {
      deserializer = context.findKeyDeserializer(type.getType(), null);
      stored = deserializer;
    }
    Object key = deserializer.deserializeKey(name, context);
    return key == null ? null : type.fromStored(key);
  }
}
