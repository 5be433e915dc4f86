package io.github.godotvariant.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes constants of enums as their numbers. */
final class NumberSerializer extends StdSerializer<Enum<?>> {
  static final NumberSerializer INSTANCE = new NumberSerializer();

  private NumberSerializer() {
    super(Enum.class, false);
  }

  @Override
  public void serialize(Enum<?> value, JsonGenerator out, SerializationContext context) {
    out.writeNumber(value.ordinal());
  }
}
