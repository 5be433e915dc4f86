package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.internal.values.ReadBudget;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.util.IgnorePropertiesUtil;

/** Reads a stored key of a map and converts it with its adapter. */
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

  /**
   * Returns a deserializer for the keys of one new map. It rejects a key that it read from another
   * name before, because the map would lose a value.
   *
   * @param names an empty map for the first name of each key
   * @param ignored tests for names that the map omits; null if it has all names
   */
  KeyDeserializer rejectingDuplicates(
      Map<Object, String> names, IgnorePropertiesUtil.@Nullable Checker ignored) {
    return new KeyDeserializer() {
      @Override
      public @Nullable Object deserializeKey(String name, DeserializationContext context) {
        Object key = AdaptedKeyDeserializer.this.deserializeKey(name, context);
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
    };
  }
}
