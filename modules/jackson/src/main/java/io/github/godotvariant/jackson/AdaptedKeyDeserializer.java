package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/** Reads the stored form of a map key and converts it with the key's adapter. */
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
