package io.github.godotvariant.jackson;

import io.github.godotvariant.VariantDictionary;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.BeanPropertyWriter;

/** Writes the pairs of a component beside the others, as if each were one. */
final class OtherKeysWriter extends BeanPropertyWriter {
  private static final long serialVersionUID = 1L;

  private static final VariantKeySerializer KEYS = new VariantKeySerializer();
  private static final VariantSerializer VALUES = new VariantSerializer();

  OtherKeysWriter(BeanPropertyWriter component) {
    super(component);
  }

  @Override
  public void serializeAsProperty(Object record, JsonGenerator out, SerializationContext context)
      throws Exception {
    if (get(record) instanceof VariantDictionary pairs) {
      pairs.forEach(
          (key, value) -> {
            KEYS.serialize(key, out, context);
            VALUES.serialize(value, out, context);
          });
    }
  }
}
