package io.github.godotvariant.jackson;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.OtherKeys;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a record of which one component takes the pairs that are no component's. It is read as a
 * whole first, so that what is wrong in it has a path and no place in the input.
 */
final class OtherKeysDeserializer extends DelegatingDeserializer {
  private static final VariantDeserializer VALUES = new VariantDeserializer(Variant.class);
  private static final GodotFactory GODOT = new GodotFactory();

  private final String component;

  private OtherKeysDeserializer(ValueDeserializer<?> record, String component) {
    super(record);
    this.component = component;
  }

  /** Puts itself in front of the deserializers of such records. */
  static final class Modifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
        DeserializationConfig config,
        BeanDescription.Supplier bean,
        ValueDeserializer<?> deserializer) {
      RecordComponent[] components = bean.getBeanClass().getRecordComponents();
      if (components != null) {
        for (RecordComponent component : components) {
          if (component.isAnnotationPresent(OtherKeys.class)) {
            return new OtherKeysDeserializer(deserializer, component.getName());
          }
        }
      }
      return deserializer;
    }
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> record) {
    return new OtherKeysDeserializer(record, component);
  }

  @Override
  public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
    if (in.currentToken() != JsonToken.START_OBJECT
        && in.currentToken() != JsonToken.PROPERTY_NAME) {
      return super.deserialize(in, context);
    }
    Collection<Object> known = getDelegatee().getKnownPropertyNames();
    VariantDictionary.Builder own = VariantDictionary.builder();
    VariantDictionary.Builder others = VariantDictionary.builder();
    String name = in.currentToken() == JsonToken.START_OBJECT ? in.nextName() : in.currentName();
    for (; name != null; name = in.nextName()) {
      Variant key = in instanceof GodotParser godot ? godot.readVariant() : StringValue.of(name);
      in.nextToken();
      Variant value = value(in, context, name);
      boolean isOwn = known.contains(name) && !name.equals(component);
      (isOwn ? own : others).put(isOwn ? StringValue.of(name) : key, value);
    }
    own.put(component, others.build());
    try (JsonParser record = GODOT.createParser(context, GODOT.codec().encode(own.build()))) {
      record.nextToken();
      return super.deserialize(record, context);
    } catch (JacksonException e) {
      throw e.clearLocation();
    }
  }

  private Variant value(JsonParser in, DeserializationContext context, String name) {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NilValue.NIL;
    }
    try {
      return VALUES.deserialize(in, context);
    } catch (JacksonException e) {
      throw e.prependPath(handledType(), name);
    }
  }
}
