package io.github.godotvariant.jackson;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.Typed;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.ArrayType;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Chooses the serializer of an array, list, set or map in Godot's format: {@link PackedSerializer}
 * for packed arrays, {@link ConvertedSerializer} for {@link Typed} containers, or Jackson's
 * serializer. {@link #createContextual} makes this choice, because it depends on the annotations of
 * the property.
 */
final class ContainerSerializer extends WrappedSerializer {
  private final JavaType type;

  /** The packed array type that can contain the elements; null if there is none. */
  private final @Nullable VariantType packed;

  /**
   * Whether the container is written as a packed array even without {@link Packed}. Not used in a
   * class with {@link GodotRecord}, where this applies only to arrays of primitives.
   */
  private final boolean writesPackedArray;

  private ContainerSerializer(
      ValueSerializer<Object> plain,
      JavaType type,
      @Nullable VariantType packed,
      boolean writesPackedArray) {
    super(plain);
    this.type = type;
    this.packed = packed;
    this.writesPackedArray = writesPackedArray;
  }

  /**
   * Wraps the serializers of containers, and of records that have the components of a math type.
   */
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
      return container(serializer, type, elements, isPlain);
    }

    @Override
    public ValueSerializer<?> modifyCollectionSerializer(
        SerializationConfig config,
        CollectionType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      Class<?> elements = type.getContentType().getRawClass();
      return container(serializer, type, elements, VariantTypes.isValue(elements));
    }

    @Override
    public ValueSerializer<?> modifyMapSerializer(
        SerializationConfig config,
        MapType type,
        BeanDescription.Supplier bean,
        ValueSerializer<?> serializer) {
      return container(serializer, type, Void.class, false);
    }

    private static ValueSerializer<?> container(
        ValueSerializer<?> serializer,
        JavaType type,
        Class<?> elements,
        boolean writesPackedArray) {
      return new ContainerSerializer(
          plain(serializer), type, PackedSerializer.type(elements), writesPackedArray);
    }

    @SuppressWarnings("unchecked") // Jackson passes wildcard types
    private static ValueSerializer<Object> plain(ValueSerializer<?> serializer) {
      return (ValueSerializer<Object>) serializer;
    }

    @Override
    public ValueSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
      VariantType shape = VariantTypes.shape(bean.getBeanClass());
      return shape == null ? serializer : new ShapeSerializer(plain(serializer), shape);
    }
  }

  @Override
  public ValueSerializer<?> createContextual(
      SerializationContext context, @Nullable BeanProperty property) {
    ValueSerializer<Object> inContext = context.handleSecondaryContextualization(plain, property);
    AnnotatedMember member = property == null ? null : property.getMember();
    DeclaredType declared =
        property == null || member == null || !isValueOf(property.getType())
            ? null
            : RecordAnnotations.type(member);
    if (member != null && declared != null && declared.hasOfContainer(Typed.class)) {
      return new ConvertedSerializer(
          inContext, typeConversion(context.getConfig(), member, declared));
    }
    return packed != null
            && (member == null
                ? writesPackedArray
                : writesPackedArray(member, declared) && !hasOwnContents(context, member))
        ? new PackedSerializer(inContext, packed)
        : inContext;
  }

  /** Returns whether an annotation of Jackson specifies the serializer of the elements. */
  private static boolean hasOwnContents(SerializationContext context, AnnotatedMember member) {
    Object contents =
        context.getAnnotationIntrospector().findContentSerializer(context.getConfig(), member);
    return contents != null
        && contents != NameSerializer.INSTANCE
        && contents != NumberSerializer.INSTANCE;
  }

  /**
   * Returns whether this container is the value of a property, and not a container inside that
   * value.
   *
   * @param declared the declared type of the property
   */
  private boolean isValueOf(JavaType declared) {
    JavaType container = declared;
    while (container.isReferenceType()) {
      container = container.getContentType();
    }
    // Compares only the contents: the class of the container can be a subclass of the declared one.
    return type.getContentType().equals(container.getContentType());
  }

  private boolean writesPackedArray(AnnotatedMember member, @Nullable DeclaredType declared) {
    if (declared != null && declared.hasOfContainer(Packed.class)) {
      return true;
    }
    return member.getDeclaringClass().isAnnotationPresent(GodotRecord.class)
        ? type.getContentType().isPrimitive()
        : writesPackedArray;
  }

  private UnaryOperator<Variant> typeConversion(
      MapperConfig<?> config, AnnotatedMember member, DeclaredType declared) {
    if (type.isMapLikeType()) {
      ElementType keys =
          elementType(
              config, StoredType.ofKey(config, member), type.getKeyType(), argument(declared, 0));
      ElementType values =
          elementType(
              config,
              StoredType.ofContent(config, member),
              type.getContentType(),
              argument(declared, 1));
      return map ->
          map instanceof VariantDictionary pairs
              ? withTypes(pairs, asWritten(keys, pairs), values)
              : map;
    }
    ElementType elements =
        elementType(
            config,
            StoredType.ofContent(config, member),
            type.getContentType(),
            argument(declared, 0));
    return list -> list instanceof VariantArray array ? withTypes(array, elements) : list;
  }

  private static Variant withTypes(VariantArray array, ElementType elements) {
    array.forEach(element -> check(elements, "element", element));
    return array.withElementType(elements);
  }

  private static Variant withTypes(VariantDictionary pairs, ElementType keys, ElementType values) {
    pairs.forEach(
        (key, value) -> {
          check(keys, "key", key);
          check(values, "value", value);
        });
    return pairs.withTypes(keys, values);
  }

  /**
   * Checks that a written element, key or value has the declared type. Annotations of Jackson can
   * have changed the written type.
   */
  private static void check(ElementType type, String part, Variant value) {
    if (!type.accepts(value)) {
      throw type.refusal(part, value, VariantPath.ROOT);
    }
  }

  /**
   * Returns the key type of a written dictionary: StringName instead of String if the first key was
   * written as a StringName, and otherwise {@code keys}.
   */
  private static ElementType asWritten(ElementType keys, VariantDictionary pairs) {
    return keys.builtin() == VariantType.STRING
            && pairs.size() > 0
            && pairs.keyAt(0).type() == VariantType.STRING_NAME
        ? ElementType.of(VariantType.STRING_NAME)
        : keys;
  }

  private static @Nullable DeclaredType argument(DeclaredType type, int index) {
    List<DeclaredType> parts = type.parts();
    return parts.isEmpty() ? null : parts.get(index);
  }

  /**
   * Returns the Godot type for values of a Java type. If the values have an adapter, returns the
   * Godot type for the values that the adapter stores.
   */
  private static ElementType elementType(
      MapperConfig<?> config,
      @Nullable StoredType stored,
      JavaType type,
      @Nullable DeclaredType declared) {
    return stored == null
        ? elementType(type, declared)
        : elementType(
            config, StoredType.of(config, stored), stored.getType(), stored.declaredType());
  }

  /** Returns the Godot type for values of a Java type without an adapter. */
  private static ElementType elementType(JavaType type, @Nullable DeclaredType declared) {
    Class<?> raw = type.getRawClass();
    if (raw == Variant.class || raw == Object.class) {
      return ElementType.UNTYPED;
    }
    VariantType value = VariantTypes.of(raw);
    VariantType shape = VariantTypes.shape(raw);
    if (declared != null && declared.has(AsStringName.class)) {
      value = VariantType.STRING_NAME;
    } else if (declared != null && declared.has(AsNumber.class)) {
      value = VariantType.INT;
    } else if (value == null && shape != null) {
      value = shape;
    } else if (raw == Boolean.class) {
      value = VariantType.BOOL;
    } else if (raw == Double.class || raw == Float.class) {
      value = VariantType.FLOAT;
    } else if (Number.class.isAssignableFrom(raw)) {
      value = VariantType.INT;
    } else if (raw == String.class || raw == Character.class || raw.isEnum()) {
      value = VariantType.STRING;
    } else if (raw.isArray() && raw.getComponentType().isPrimitive()) {
      value =
          raw == byte[].class
              ? VariantType.PACKED_BYTE_ARRAY
              : PackedSerializer.type(raw.getComponentType());
    } else if (type.isCollectionLikeType() || type.isArrayType()) {
      value = VariantType.ARRAY;
    }
    return ElementType.of(value == null ? VariantType.DICTIONARY : value);
  }
}
