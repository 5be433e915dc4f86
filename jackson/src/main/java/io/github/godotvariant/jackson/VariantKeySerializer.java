package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes keys of maps that are values. */
final class VariantKeySerializer extends StdSerializer<Variant> {
  VariantKeySerializer() {
    super(Variant.class);
  }

  @Override
  public void serialize(Variant key, JsonGenerator out, SerializationContext context) {
    if (out instanceof GodotGenerator godot) {
      godot.writeName(key);
    } else {
      out.writeName(GodotParser.nameOf(key));
    }
  }
}
