package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.text.VariantText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/**
 * Reads map keys whose class is {@link Variant} or a subtype. Returns keys in Godot's format
 * unchanged if they have the requested class, and parses the text of other keys. Other keys in
 * Godot's format that are not strings are rejected, unless {@link GodotReadFeature#STRINGIFY_KEYS}
 * is enabled.
 */
final class VariantKeyDeserializer extends KeyDeserializer {
  private final Class<?> targetType;

  VariantKeyDeserializer(Class<?> targetType) {
    this.targetType = targetType;
  }

  @Override
  public @Nullable Object deserializeKey(String key, DeserializationContext context) {
    if (context.getParser() instanceof GodotParser godot
        && godot.currentToken() == JsonToken.PROPERTY_NAME
        && key.equals(godot.currentName())) {
      Variant own = godot.readVariant();
      if (targetType.isInstance(own)) {
        return own;
      }
      if (!UnreadContents.isText(own) && !godot.stringifiesKeys()) {
        return context.handleWeirdKey(targetType, key, "found " + own.type());
      }
    }
    VariantType type = VariantTypes.of(targetType);
    try {
      Variant read =
          type == null
                  || type == VariantType.STRING
                  || type == VariantType.STRING_NAME
                  || type == VariantType.NODE_PATH
              ? PlainJson.typed(type == null ? VariantType.STRING : type, StringValue.of(key))
              : VariantText.GODOT_4.parse(key);
      if (targetType.isInstance(read)) {
        return read;
      }
      return context.handleWeirdKey(targetType, key, "found " + read.type());
    } catch (VariantException e) {
      return context.handleWeirdKey(targetType, key, "%s", e.problem());
    }
  }
}
