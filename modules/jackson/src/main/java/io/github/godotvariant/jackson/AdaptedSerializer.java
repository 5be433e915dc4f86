package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Converts a value with its adapter and writes the stored value. */
final class AdaptedSerializer extends StdSerializer<Object> {
  private final StoredType type;

  /** Resolved on first use, because a record can contain itself. */
  private volatile @Nullable ValueSerializer<Object> stored;

  AdaptedSerializer(StoredType type) {
    super(Object.class);
    this.type = type;
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    Object written = type.toStored(value);
    ValueSerializer<Object> serializer = stored;
    if (serializer == null) {
      serializer =
          context.findTypeSerializer(type.getType()) == null
              ? type.serializer(context)
              : new TypedSerializer();
      stored = serializer;
    }
    serializer.serialize(written, out, context);
  }

  /** Omits the type key of the adapted class, because the output contains the stored type. */
  @Override
  public void serializeWithType(
      Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    serialize(value, out, context);
  }

  /** Writes a value with its type id. */
  private static final class TypedSerializer extends StdSerializer<Object> {
    TypedSerializer() {
      super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
      context.writeValue(out, value);
    }
  }
}
