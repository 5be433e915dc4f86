package io.github.godotvariant.jackson;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
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
    out.writeName(text(key));
  }

  static String text(Variant key) {
    if (key instanceof StringValue || key instanceof StringName) {
      return key.asString();
    }
    return key instanceof NodePath path ? path.path() : key.toString();
  }
}
