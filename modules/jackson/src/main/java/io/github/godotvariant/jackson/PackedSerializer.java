package io.github.godotvariant.jackson;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes an array, list or set as a packed array in Godot's format. */
final class PackedSerializer extends WrappedSerializer {
  private static final Map<Class<?>, VariantType> TYPES =
      Map.ofEntries(
          Map.entry(int.class, VariantType.PACKED_INT32_ARRAY),
          Map.entry(long.class, VariantType.PACKED_INT64_ARRAY),
          Map.entry(float.class, VariantType.PACKED_FLOAT32_ARRAY),
          Map.entry(double.class, VariantType.PACKED_FLOAT64_ARRAY),
          Map.entry(Byte.class, VariantType.PACKED_BYTE_ARRAY),
          Map.entry(Integer.class, VariantType.PACKED_INT32_ARRAY),
          Map.entry(Long.class, VariantType.PACKED_INT64_ARRAY),
          Map.entry(Float.class, VariantType.PACKED_FLOAT32_ARRAY),
          Map.entry(Double.class, VariantType.PACKED_FLOAT64_ARRAY),
          Map.entry(String.class, VariantType.PACKED_STRING_ARRAY),
          Map.entry(Vector2.class, VariantType.PACKED_VECTOR2_ARRAY),
          Map.entry(Vector3.class, VariantType.PACKED_VECTOR3_ARRAY),
          Map.entry(Vector4.class, VariantType.PACKED_VECTOR4_ARRAY),
          Map.entry(Color.class, VariantType.PACKED_COLOR_ARRAY));

  private final VariantType type;

  PackedSerializer(ValueSerializer<Object> plain, VariantType type) {
    super(plain);
    this.type = type;
  }

  /** Returns the packed array type for elements of a class, or null if there is none. */
  static @Nullable VariantType type(Class<?> elements) {
    return TYPES.get(elements);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    Variant packed = NativeValues.isWritten(out, context) ? pack(value) : null;
    if (packed == null) {
      plain.serialize(value, out, context);
    } else {
      out.writeEmbeddedObject(packed);
    }
  }

  /**
   * Converts an array, list or set to a packed array. Returns null if an element is null, because
   * packed arrays cannot contain null.
   */
  private @Nullable Variant pack(Object value) {
    if (value.getClass().isArray() && value.getClass().getComponentType().isPrimitive()) {
      return Variant.of(value);
    }
    List<Variant> values = new ArrayList<>();
    Collection<?> all =
        value instanceof Collection<?> collection ? collection : Arrays.asList((Object[]) value);
    for (Object element : all) {
      if (element == null) {
        return null;
      }
      values.add(Variant.of(element));
    }
    return PackedArray.of(type, values);
  }
}
