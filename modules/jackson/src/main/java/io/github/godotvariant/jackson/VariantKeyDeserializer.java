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

/** Reads map keys that are values: unchanged from Godot's format, otherwise from their text. */
final class VariantKeyDeserializer extends KeyDeserializer {
  private final Class<?> wanted;

  VariantKeyDeserializer(Class<?> wanted) {
    this.wanted = wanted;
  }

  @Override
  public @Nullable Object deserializeKey(String key, DeserializationContext context) {
    if (context.getParser() instanceof GodotParser godot
        && godot.currentToken() == JsonToken.PROPERTY_NAME
        && key.equals(godot.currentName())) {
      Variant own = godot.readVariant();
      if (wanted.isInstance(own)) {
        return own;
      }
      if (!ContentIterator.isText(own) && !godot.stringifiesKeys()) {
        return context.handleWeirdKey(wanted, key, "found " + own.type());
      }
    }
    VariantType type = VariantTypes.of(wanted);
    try {
      Variant read =
          type == null
                  || type == VariantType.STRING
                  || type == VariantType.STRING_NAME
                  || type == VariantType.NODE_PATH
              ? PlainJson.typed(type == null ? VariantType.STRING : type, StringValue.of(key))
              : VariantText.GODOT_4.parse(key);
      if (wanted.isInstance(read)) {
        return read;
      }
      return context.handleWeirdKey(wanted, key, "found " + read.type());
    } catch (VariantException e) {
      return context.handleWeirdKey(wanted, key, "%s", e.problem());
    }
  }
}
