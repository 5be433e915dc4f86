package io.github.godotvariant.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes enum constants as their ordinals. */
final class NumberSerializer extends StdSerializer<Object> {
  static final NumberSerializer INSTANCE = new NumberSerializer();

  private NumberSerializer() {
    super(Object.class);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    out.writeNumber(((Enum<?>) value).ordinal());
  }
}
