package io.github.godotvariant.jackson;

import io.github.godotvariant.StringName;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.TokenBuffer;

/** Writes strings as StringNames in Godot's format, and unchanged in other formats. */
final class NameSerializer extends StdSerializer<Object> {
  static final NameSerializer INSTANCE = new NameSerializer(null);

  /** The property, whose other annotations also apply; null if the property is not known. */
  private final @Nullable BeanProperty property;

  private NameSerializer(@Nullable BeanProperty property) {
    super(Object.class);
    this.property = property;
  }

  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    return new NameSerializer(property);
  }

  private ValueSerializer<Object> plain(Object value, SerializationContext context) {
    return context.findPrimaryPropertySerializer(value.getClass(), property);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    if (!NativeValues.isWritten(out, context)) {
      plain(value, context).serialize(value, out, context);
    } else if (value instanceof String text) {
      out.writeEmbeddedObject(StringName.of(text));
    } else {
      try (TokenBuffer buffer = context.bufferForValueConversion()) {
        plain(value, context).serialize(value, buffer, context);
        JsonParser parser = buffer.asParser();
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          out.writeEmbeddedObject(StringName.of(parser.getString()));
        } else {
          out.copyCurrentStructure(parser);
        }
      }
    }
  }
}
