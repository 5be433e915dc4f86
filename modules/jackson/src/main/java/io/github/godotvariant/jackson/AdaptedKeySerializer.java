package io.github.godotvariant.jackson;

import io.github.godotvariant.StringValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Converts a map key with the adapter of the keys, and writes the result. Rejects two keys of a map
 * that are written with the same name.
 */
final class AdaptedKeySerializer extends StdSerializer<Object> {
  private final StoredType type;

  private volatile @Nullable ValueSerializer<Object> stored;

  AdaptedKeySerializer(StoredType type) {
    super(Object.class);
    this.type = type;
  }

  @Override
  public void serialize(Object key, JsonGenerator out, SerializationContext context) {
    Object written = type.toStored(key);
    String name = written instanceof Enum<?> constant ? constant.name() : written.toString();
    if (!VariantKeySerializer.names(out, context).add(name)) {
      throw DatabindException.from(
          out, "two keys are stored as " + StringValue.of(name).toShortString());
    }
    ValueSerializer<Object> serializer = stored;
    if (serializer == null) {
      serializer = context.findKeySerializer(type.getType(), null);
      stored = serializer;
    }
    serializer.serialize(written, out, context);
  }
}
