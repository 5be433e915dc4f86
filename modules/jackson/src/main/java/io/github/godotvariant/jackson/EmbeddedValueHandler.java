package io.github.godotvariant.jackson;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.DeserializationProblemHandler;

/**
 * Converts packed arrays to the requested arrays, lists and sets, and math types to classes with
 * the same members.
 */
final class EmbeddedValueHandler extends DeserializationProblemHandler {
  @Override
  public @Nullable Object handleUnexpectedToken(
      DeserializationContext context,
      JavaType targetType,
      JsonToken token,
      JsonParser in,
      String message) {
    if (token == JsonToken.VALUE_EMBEDDED_OBJECT
        && targetType.isContainerType()
        && !targetType.hasRawClass(char[].class) // Jackson also calls this for each element
        && in.getEmbeddedObject() instanceof PackedArray packed) {
      Class<?> raw = targetType.getRawClass();
      boolean isArray = raw.isArray() && raw.getComponentType().isPrimitive();
      Object array = isArray ? packed.toJava() : null;
      return raw.isInstance(array) ? array : expanded(packed, in, targetType, context);
    }
    return NOT_HANDLED;
  }

  private static Object expanded(
      Variant value, JsonParser in, JavaType targetType, DeserializationContext context) {
    return in instanceof GodotParser godot && godot.expand()
        ? context.readValue(godot, targetType)
        : context.readValue(NativeValues.parser(value, context, true), targetType);
  }

  @Override
  public @Nullable Object handleWeirdNativeValue(
      DeserializationContext context, JavaType targetType, Object value, JsonParser in) {
    return value instanceof Shape shape ? expanded(shape, in, targetType, context) : NOT_HANDLED;
  }
}
