package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.json.PlainJson;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes values unchanged in Godot's format, and as {@link PlainJson} in every other format. */
final class VariantSerializer extends StdSerializer<Variant> {
  VariantSerializer() {
    super(Variant.class);
  }

  @Override
  public void serialize(Variant value, JsonGenerator out, SerializationContext context) {
    if (NativeValues.isWritten(out, context)) {
      out.writeEmbeddedObject(value);
      return;
    }
    try {
      PlainJson.DEFAULT.write(value, out);
    } catch (VariantException e) {
      throw DatabindException.from(out, e.getMessage(), e);
    }
  }

  @Override
  public void serializeWithType(
      Variant value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    // Writes the value like a scalar, so that the type id is not one of the value's members.
    WritableTypeId id =
        types.writeTypePrefix(out, context, types.typeId(value, JsonToken.VALUE_STRING));
    serialize(value, out, context);
    types.writeTypeSuffix(out, context, id);
  }
}
