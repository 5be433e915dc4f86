package io.github.godotvariant.jackson;

import io.github.godotvariant.StringName;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.TokenBuffer;

/** Writes texts as StringNames for Godot, and for other formats as if nothing had been said. */
final class NameSerializer extends StdSerializer<Object> {
  static final NameSerializer INSTANCE = new NameSerializer();

  private NameSerializer() {
    super(Object.class);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    if (!Native.isWritten(out, context)) {
      context.findValueSerializer(value.getClass()).serialize(value, out, context);
    } else if (value instanceof String text) {
      out.writeEmbeddedObject(StringName.of(text));
    } else {
      try (TokenBuffer buffer = context.bufferForValueConversion()) {
        context.findValueSerializer(value.getClass()).serialize(value, buffer, context);
        JsonParser written = buffer.asParser();
        if (written.nextToken() == JsonToken.VALUE_STRING) {
          out.writeEmbeddedObject(StringName.of(written.getString()));
        } else {
          out.copyCurrentStructure(written);
        }
      }
    }
  }
}
