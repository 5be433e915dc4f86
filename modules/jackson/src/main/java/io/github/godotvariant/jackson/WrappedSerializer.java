package io.github.godotvariant.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** The base of serializers for Godot's format that use another serializer for other formats. */
abstract class WrappedSerializer extends StdSerializer<Object> {
  final ValueSerializer<Object> plain;

  WrappedSerializer(ValueSerializer<Object> plain) {
    super(Object.class);
    this.plain = plain;
  }

  @Override
  public void resolve(SerializationContext context) {
    plain.resolve(context);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    plain.serialize(value, out, context);
  }

  @Override
  public void serializeWithType(
      Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    plain.serializeWithType(value, out, context, types);
  }

  @Override
  public boolean isEmpty(SerializationContext context, Object value) {
    return plain.isEmpty(context, value);
  }

  @Override
  public ValueSerializer<?> getDelegatee() {
    return plain;
  }
}
