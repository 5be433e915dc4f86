package io.github.godotvariant.jackson;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.ArrayType;
import tools.jackson.databind.type.CollectionType;

/** Writes arrays, lists and sets as packed arrays, where Godot is written and has one for them. */
final class PackedSerializer extends StdSerializer<Object> {
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

  private final ValueSerializer<Object> unpacked;
  private final VariantType type;
  private final Class<?> elements;
  private final boolean packs;

  private PackedSerializer(
      ValueSerializer<Object> unpacked, VariantType type, Class<?> elements, boolean packs) {
    super(Object.class);
    this.unpacked = unpacked;
    this.type = type;
    this.elements = elements;
    this.packs = packs;
  }

  /** Puts itself in front of the serializers of arrays, lists and sets. */
  static final class Modifier extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueSerializer<?> modifyArraySerializer(
        SerializationConfig config,
        ArrayType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      Class<?> elements = type.getContentType().getRawClass();
      boolean isPlain = elements.isPrimitive() || !Number.class.isAssignableFrom(elements);
      return packed(elements, isPlain, serializer);
    }

    @Override
    public ValueSerializer<?> modifyCollectionSerializer(
        SerializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      Class<?> elements = type.getContentType().getRawClass();
      return packed(elements, VariantTypes.isValue(elements), serializer);
    }

    private static ValueSerializer<?> packed(
        Class<?> elements, boolean packs, ValueSerializer<?> serializer) {
      VariantType type = TYPES.get(elements);
      @SuppressWarnings("unchecked") // of what is handed to us
      ValueSerializer<Object> unpacked = (ValueSerializer<Object>) serializer;
      return type == null ? serializer : new PackedSerializer(unpacked, type, elements, packs);
    }
  }

  @Override
  public void resolve(SerializationContext context) {
    unpacked.resolve(context);
  }

  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    @SuppressWarnings("unchecked") // of the same
    ValueSerializer<Object> inContext =
        (ValueSerializer<Object>) context.handleSecondaryContextualization(unpacked, property);
    AnnotatedMember member = property == null ? null : property.getMember();
    return new PackedSerializer(inContext, type, elements, member == null ? packs : packs(member));
  }

  private boolean packs(AnnotatedMember member) {
    if (RecordAnnotations.isAs(RecordAnnotations.type(member), Packed.class)) {
      return true;
    }
    return member.getDeclaringClass().isAnnotationPresent(GodotRecord.class)
        ? elements.isPrimitive()
        : packs;
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializationContext context) {
    if (packs && Native.isWritten(out, context)) {
      out.writeEmbeddedObject(pack(value, out));
    } else {
      unpacked.serialize(value, out, context);
    }
  }

  private Variant pack(Object value, JsonGenerator out) {
    if (elements.isPrimitive()) {
      return Variant.of(value);
    }
    List<Variant> values = new ArrayList<>();
    Collection<?> all =
        value instanceof Collection<?> collection ? collection : Arrays.asList((Object[]) value);
    for (Object each : all) {
      if (each == null) {
        throw DatabindException.from(out, type + " cannot have a null in it")
            .prependPath(value, values.size());
      }
      values.add(Variant.of(each));
    }
    return PackedArray.of(type, values);
  }

  @Override
  public void serializeWithType(
      Object value, JsonGenerator out, SerializationContext context, TypeSerializer types) {
    unpacked.serializeWithType(value, out, context, types);
  }

  @Override
  public boolean isEmpty(SerializationContext context, Object value) {
    return unpacked.isEmpty(context, value);
  }

  @Override
  public ValueSerializer<?> getDelegatee() {
    return unpacked;
  }
}
