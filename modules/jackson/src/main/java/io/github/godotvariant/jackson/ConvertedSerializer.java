package io.github.godotvariant.jackson;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Applies a conversion to a value before a {@link GodotGenerator} writes the value. Other
 * generators write the value without the conversion.
 */
final class ConvertedSerializer extends WrappedSerializer {
  private final UnaryOperator<Variant> conversion;

  ConvertedSerializer(ValueSerializer<Object> plain, UnaryOperator<Variant> conversion) {
    super(plain);
    this.conversion = conversion;
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    if (!(out instanceof GodotGenerator godot
        && context.tokenStreamFactory() instanceof GodotFactory factory)) {
      plain.serialize(value, out, context);
      return;
    }
    Variant converted;
    try {
      VariantCodec codec = factory.codec();
      VariantWriter buffer = codec.writer();
      plain.serialize(value, godot.forWriter(buffer), context);
      converted =
          conversion.apply(codec.withLimits(ReadLimits.DEFAULT).decode(buffer.toByteArray()));
    } catch (VariantException e) {
      throw DatabindException.from(out, e.getMessage(), e);
    }
    out.writeEmbeddedObject(converted);
  }
}
