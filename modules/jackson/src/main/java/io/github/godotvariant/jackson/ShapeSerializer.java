package io.github.godotvariant.jackson;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.json.PlainJson;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.BeanSerializer;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.UnrolledBeanSerializer;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.util.NameTransformer;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Writes a record that has the components of a math type, such as Vector2, as this math type in
 * Godot's format. Jackson, with all annotations and filters, must write exactly these components.
 * Jackson's serializer writes other records and other formats.
 */
final class ShapeSerializer extends WrappedSerializer {
  private final VariantType type;

  /**
   * Gets the number of each component from a record, in the order of the type. Empty if Jackson may
   * write other members, so that its output must be checked.
   */
  private final List<ComponentWriter> components;

  ShapeSerializer(ValueSerializer<Object> plain, VariantType type) {
    super(plain);
    this.type = type;
    components = components(plain, type);
  }

  /**
   * Returns a writer for each component of the type, in order. Returns an empty list if Jackson may
   * write other members, so that its output must be checked.
   */
  private static List<ComponentWriter> components(ValueSerializer<?> plain, VariantType type) {
    Map<String, ComponentWriter> numbers = new HashMap<>();
    if (plain instanceof BeanSerializerBase record
        && (plain.getClass() == BeanSerializer.class
            || plain.getClass() == UnrolledBeanSerializer.class)
        && !record.usesObjectId()
        && record.getFilterId() == null
        && record.propertyCount() == type.components().size()) {
      for (Iterator<PropertyWriter> all = record.properties(); all.hasNext(); ) {
        ComponentWriter writer = ComponentWriter.ofNumber(all.next(), type);
        if (writer != null) {
          numbers.put(writer.getName(), writer);
        }
      }
    }
    return numbers.keySet().containsAll(type.components())
        ? type.components().stream().map(name -> Objects.requireNonNull(numbers.get(name))).toList()
        : List.of();
  }

  private Shape shape(Object value, SerializationContext context) {
    double[] numbers = new double[components.size()];
    for (int i = 0; i < numbers.length; i++) {
      try {
        numbers[i] = components.get(i).number(value);
      } catch (Exception e) {
        wrapAndThrow(context, e, value, components.get(i).getName());
      }
    }
    return Shape.of(type, numbers);
  }

  @Override
  @SuppressWarnings("unchecked") // the serializer of the record class
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    return new ShapeSerializer(
        (ValueSerializer<Object>) plain.createContextual(context, property), type);
  }

  @Override
  public ValueSerializer<Object> unwrappingSerializer(NameTransformer names) {
    return plain.unwrappingSerializer(names);
  }

  @Override
  public ValueSerializer<?> withFilterId(Object filter) {
    return plain.withFilterId(filter);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    if (!NativeValues.isWritten(out, context)) {
      plain.serialize(value, out, context);
      return;
    }
    if (!components.isEmpty() && context.getActiveView() == null) {
      out.writeEmbeddedObject(shape(value, context));
      return;
    }
    try (TokenBuffer buffer = context.bufferForValueConversion()) {
      plain.serialize(value, buffer, context);
      Variant members = members(buffer);
      if (members == null) {
        buffer.serialize(out);
      } else {
        out.writeEmbeddedObject(PlainJson.typed(type, members));
      }
    } catch (VariantException e) {
      throw DatabindException.from(out, e.getMessage(), e);
    }
  }

  /**
   * Returns the members that Jackson wrote, or null if they are not exactly the components of the
   * math type.
   */
  private @Nullable Variant members(TokenBuffer buffer) {
    VariantDictionary.Builder members = VariantDictionary.builder();
    int count = 0;
    try (JsonParser parser = buffer.asParser()) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        JsonToken token = parser.nextToken();
        if (!token.isNumeric() || !type.components().contains(name)) {
          return null;
        }
        members.put(
            name,
            token == JsonToken.VALUE_NUMBER_INT
                ? IntValue.of(parser.getLongValue())
                : FloatValue.of(parser.getDoubleValue()));
        count++;
      }
    }
    return count == type.components().size() ? members.build() : null;
  }
}
