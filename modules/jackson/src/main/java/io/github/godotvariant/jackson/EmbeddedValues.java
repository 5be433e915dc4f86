package io.github.godotvariant.jackson;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.DeserializationProblemHandler;

/**
 * Makes of packed arrays the arrays, lists and sets that a class asks for, and of shapes the
 * classes with such members.
 */
final class EmbeddedValues extends DeserializationProblemHandler {
  @Override
  public @Nullable Object handleUnexpectedToken(
      DeserializationContext context,
      JavaType wanted,
      JsonToken token,
      JsonParser in,
      String message) {
    if (token == JsonToken.VALUE_EMBEDDED_OBJECT
        && wanted.isContainerType()
        && !wanted.hasRawClass(char[].class) // whose elements are asked for as one as well
        && in.getEmbeddedObject() instanceof PackedArray packed) {
      Object array = array(packed);
      return wanted.getRawClass().isInstance(array) ? array : expanded(packed, in, wanted, context);
    }
    return NOT_HANDLED;
  }

  private static Object expanded(
      Variant value, JsonParser in, JavaType wanted, DeserializationContext context) {
    return in instanceof GodotParser godot && godot.expand()
        ? context.readValue(godot, wanted)
        : context.readValue(Native.expanded(value, context), wanted);
  }

  /** An array of the numbers that are stored; null if they are none. */
  private static @Nullable Object array(PackedArray packed) {
    if (packed instanceof PackedByteArray bytes) {
      return bytes.toArray();
    } else if (packed instanceof PackedInt32Array ints) {
      return ints.toArray();
    } else if (packed instanceof PackedInt64Array longs) {
      return longs.toArray();
    } else if (packed instanceof PackedFloat32Array floats) {
      return floats.toArray();
    }
    return packed instanceof PackedFloat64Array doubles ? doubles.toArray() : null;
  }

  @Override
  public @Nullable Object handleWeirdNativeValue(
      DeserializationContext context, JavaType wanted, Object value, JsonParser in) {
    return value instanceof Shape shape ? expanded(shape, in, wanted, context) : NOT_HANDLED;
  }
}
