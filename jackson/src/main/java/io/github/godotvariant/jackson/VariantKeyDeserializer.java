package io.github.godotvariant.jackson;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.json.PlainJson;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/** Reads keys of maps that are values written as text. */
final class VariantKeyDeserializer extends KeyDeserializer {
  private final VariantType type;

  VariantKeyDeserializer(VariantType type) {
    this.type = type;
  }

  @Override
  public Object deserializeKey(String key, DeserializationContext context) {
    try {
      return PlainJson.typed(type, StringValue.of(key));
    } catch (VariantTypeException e) {
      return context.handleWeirdKey(NodePath.class, key, e.problem());
    }
  }
}
