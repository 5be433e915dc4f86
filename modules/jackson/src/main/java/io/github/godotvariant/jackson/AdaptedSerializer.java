package io.github.godotvariant.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Converts a value with the adapter of a {@link StoredType}, if there is one, and writes the
 * result.
 */
final class AdaptedSerializer extends StdSerializer<Object> {
  private final StoredType type;

  /**
   * The serializer of the stored type. It is found on first use, because a record can contain
   * itself; null before.
   */
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

  /**
   * Ignores {@code types}, which would write the name of the adapted class. The output contains the
   * stored type instead.
   */
  @Override
  public void serializeWithType(
      Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    serialize(value, out, context);
  }

  /** Writes a value and the type id that Jackson requires for the class of the value. */
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
