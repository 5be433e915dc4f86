package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.text.VariantText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Reads a component that is what an annotation says where there is none. */
final class DefaultDeserializer extends StdDeserializer<Object> {
  private final String text;

  /** Null until the component is known. */
  private final @Nullable ValueDeserializer<Object> present;

  private final @Nullable Variant absent;

  DefaultDeserializer(String text) {
    super(Object.class);
    this.text = text;
    present = null;
    absent = null;
  }

  private DefaultDeserializer(String text, ValueDeserializer<Object> present, Variant absent) {
    super(Object.class);
    this.text = text;
    this.present = present;
    this.absent = absent;
  }

  @Override
  public ValueDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty component) {
    if (component == null) {
      return this;
    }
    Variant value;
    try {
      value = VariantText.GODOT_4.parse(text);
    } catch (VariantException e) {
      return context.reportBadDefinition(
          component.getType(),
          "the default of "
              + component.getName()
              + " is not written as a value of Godot: "
              + e.getMessage());
    }
    return new DefaultDeserializer(
        text, context.findContextualValueDeserializer(component.getType(), component), value);
  }

  private ValueDeserializer<Object> present() {
    if (present == null) {
      throw new IllegalStateException("not of a component");
    }
    return present;
  }

  @Override
  public Object deserialize(JsonParser in, DeserializationContext context) {
    return present().deserialize(in, context);
  }

  @Override
  public Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer types) {
    return present().deserializeWithType(in, context, types);
  }

  @Override
  public @Nullable Object getNullValue(DeserializationContext context) {
    return present().getNullValue(context);
  }

  /** Read again each time: it may be an array, which its owner may change. */
  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    if (absent == null || absent.isNil()) {
      return present().getNullValue(context);
    }
    return present().deserialize(Native.parser(absent, context), context);
  }
}
