package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonSetter;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.ValueAdapter;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyMetadata;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.impl.TypeWrappedDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.VirtualAnnotatedMember;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.type.MapLikeType;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.ClassUtil;

/**
 * The type that the adapter of an {@link AdaptedBy} stores, or a container with such elements. For
 * Jackson, it is a member, so that the annotations of the type apply like those of a component.
 */
final class StoredType extends VirtualAnnotatedMember {
  private static final long serialVersionUID = 1L;

  private final transient AnnotatedType annotated;

  /** Null for a container, which is not converted. */
  private final transient @Nullable ValueAdapter<Object, Object> adapter;

  private StoredType(
      AnnotatedMember owner,
      JavaType type,
      AnnotatedType annotated,
      @Nullable ValueAdapter<Object, Object> adapter) {
    super(null, owner.getDeclaringClass(), nameOf(owner), type);
    this.annotated = annotated;
    this.adapter = adapter;
  }

  /** Returns the stored type of a component; null if no adapter converts the whole value. */
  static @Nullable StoredType of(MapperConfig<?> config, Annotated a) {
    AnnotatedType type = declaredType(a);
    if (type == null || !isAdapted(type)) {
      return null;
    }
    AnnotatedMember member = (AnnotatedMember) a;
    JavaType javaType = member.getType();
    if (type.isAnnotationPresent(AdaptedBy.class)) {
      return of(config, member, type, javaType);
    } else if (!javaType.hasContentType()
        || javaType.getContentType().isPrimitive()
        || RecordAnnotations.isAs(type, Packed.class)) {
      throw error(
          member,
          "is not supported in "
              + javaType.toCanonical()
              + "; register a serializer and a deserializer");
    }
    ofKey(config, a); // rejects an unsupported adapter before a value is read or written
    ofContent(config, a);
    return null;
  }

  /** Returns the stored type of elements or of the values of a map; null without an adapter. */
  static @Nullable StoredType ofContent(MapperConfig<?> config, Annotated a) {
    List<AnnotatedType> parts = partsOf(a);
    return parts.isEmpty() || !isAdapted(parts.get(parts.size() - 1))
        ? null
        : of(
            config,
            (AnnotatedMember) a,
            parts.get(parts.size() - 1),
            ((AnnotatedMember) a).getType().getContentType());
  }

  /** Returns the stored type of the keys of a map; null without an adapter. */
  static @Nullable StoredType ofKey(MapperConfig<?> config, Annotated a) {
    List<AnnotatedType> parts = partsOf(a);
    if (parts.size() < 2 || !isAdapted(parts.get(0))) {
      return null;
    }
    AnnotatedMember member = (AnnotatedMember) a;
    StoredType key = of(config, member, parts.get(0), member.getType().getKeyType());
    Class<?> raw = key.getRawType();
    if (key.annotated.getAnnotations().length > 0
        || !(raw == String.class || raw == Long.class || raw == Integer.class || raw.isEnum())) {
      throw error(
          member,
          "stores keys as "
              + key.annotated
              + ", expected String, Long, Integer or an enum without annotations;"
              + " register a key serializer and a key deserializer");
    }
    return key;
  }

  /** Returns the stored type of a type that is a part of a member's type. */
  static StoredType of(
      MapperConfig<?> config, AnnotatedMember owner, AnnotatedType type, JavaType javaType) {
    if (type instanceof AnnotatedWildcardType) {
      throw error(owner, "is not supported in a wildcard");
    }
    AdaptedBy annotation = type.getAnnotation(AdaptedBy.class);
    if (annotation == null) {
      return new StoredType(owner, javaType, type, null);
    }
    AnnotatedType stored = argument(annotation.value(), 1);
    TypeFactory types = config.getTypeFactory();
    JavaType adapted = types.constructType(argument(annotation.value(), 0).getType());
    if (!adapted.hasRawClass(javaType.getRawClass())
        && !adapted.hasRawClass(ClassUtil.wrapperType(javaType.getRawClass()))) {
      throw error(
          owner,
          "names an adapter of "
              + adapted.toCanonical()
              + ", expected one of "
              + javaType.toCanonical()
              + (javaType.hasGenericTypes()
                  ? "; to adapt elements, annotate the type argument"
                  : ""));
    } else if (javaType.isReferenceType() || hasVariable(stored)) {
      throw error(
          owner,
          "is not supported on an Optional, or for a stored type with type variables;"
              + " register a serializer and a deserializer");
    }
    return new StoredType(
        owner,
        types.constructType(stored.getType()),
        stored,
        newAdapter(config, owner, annotation.value()));
  }

  @SuppressWarnings("unchecked") // the type arguments were checked
  private static ValueAdapter<Object, Object> newAdapter(
      MapperConfig<?> config, AnnotatedMember owner, Class<? extends ValueAdapter<?, ?>> type) {
    try {
      return (ValueAdapter<Object, Object>)
          ClassUtil.createInstance(type, config.canOverrideAccessModifiers());
    } catch (IllegalArgumentException e) {
      throw error(owner, "names an adapter that cannot be created: " + e.getMessage());
    }
  }

  private static IllegalArgumentException error(AnnotatedMember owner, String problem) {
    return new IllegalArgumentException(nameOf(owner) + ": @AdaptedBy " + problem);
  }

  private static String nameOf(AnnotatedMember owner) {
    return owner instanceof StoredType
        ? owner.getName()
        : owner.getDeclaringClass().getSimpleName()
            + "."
            + Objects.requireNonNull(RecordAnnotations.component(owner)).name();
  }

  /** Returns the declared type of a record component, or null for other members. */
  static @Nullable AnnotatedType declaredType(Annotated a) {
    if (a instanceof StoredType stored) {
      return stored.annotated;
    }
    DeclaredComponent component = RecordAnnotations.component(a);
    return component == null ? null : component.annotatedType();
  }

  /** Returns the parts of a member's type; none if an adapter converts the whole value. */
  private static List<AnnotatedType> partsOf(Annotated a) {
    AnnotatedType type = declaredType(a);
    return type == null || type.isAnnotationPresent(AdaptedBy.class) ? List.of() : parts(type);
  }

  /** Returns the parts of a type: elements, type arguments, or the bounds of a wildcard. */
  static List<AnnotatedType> parts(AnnotatedType type) {
    if (type instanceof AnnotatedArrayType array) {
      return List.of(array.getAnnotatedGenericComponentType());
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      return List.of(wildcard.getAnnotatedUpperBounds());
    }
    return type instanceof AnnotatedParameterizedType parameterized
        ? List.of(parameterized.getAnnotatedActualTypeArguments())
        : List.of();
  }

  /** Returns the type of elements or of the values of a map; null for another type. */
  static @Nullable AnnotatedType element(AnnotatedType type) {
    List<AnnotatedType> parts = parts(type);
    return parts.isEmpty() ? null : parts.get(parts.size() - 1);
  }

  /** Returns a type without its type arguments. */
  static Type raw(AnnotatedType type) {
    return type.getType() instanceof ParameterizedType parameterized
        ? parameterized.getRawType()
        : type.getType();
  }

  private static boolean isAdapted(AnnotatedType type) {
    return type.isAnnotationPresent(AdaptedBy.class)
        || parts(type).stream().anyMatch(StoredType::isAdapted);
  }

  private static boolean hasVariable(AnnotatedType type) {
    return type.getType() instanceof TypeVariable
        || parts(type).stream().anyMatch(StoredType::hasVariable);
  }

  /** Returns a type argument of {@link ValueAdapter} in a class that implements it. */
  private static AnnotatedType argument(Class<?> adapter, int index) {
    List<AnnotatedType> parents = new ArrayList<>(Arrays.asList(adapter.getAnnotatedInterfaces()));
    if (adapter.getSuperclass() != null) {
      parents.add(adapter.getAnnotatedSuperclass());
    }
    for (AnnotatedType parent : parents) {
      if (raw(parent) instanceof Class<?> raw && ValueAdapter.class.isAssignableFrom(raw)) {
        if (raw == ValueAdapter.class) {
          return parts(parent).get(index);
        }
        AnnotatedType argument = argument(raw, index);
        int variable = Arrays.asList(raw.getTypeParameters()).indexOf(argument.getType());
        return variable < 0 ? argument : parts(parent).get(variable);
      }
    }
    throw new IllegalStateException(adapter.getName()); // implements the interface
  }

  AnnotatedType annotatedType() {
    return annotated;
  }

  boolean hasAdapter() {
    return adapter != null;
  }

  Object toStored(Object value) {
    return adapter == null ? value : checked(adapter.toStored(value));
  }

  Object fromStored(Object stored) {
    return adapter == null ? stored : checked(adapter.fromStored(stored));
  }

  private static Object checked(@Nullable Object converted) {
    if (converted == null || Variant.NIL.equals(converted)) { // nil is read as null
      throw new IllegalArgumentException("the adapter returned null");
    }
    return converted;
  }

  /** Returns the serializer of the stored type. */
  ValueSerializer<Object> serializer(SerializationContext context) {
    ValueSerializer<Object> own =
        context.serializerInstance(
            this, context.getAnnotationIntrospector().findSerializer(context.getConfig(), this));
    BeanProperty property = property(context.getConfig());
    return own == null
        ? context.findPrimaryPropertySerializer(getType(), property)
        : context.handlePrimaryContextualization(own, property);
  }

  /** Returns the deserializer of the stored type. */
  ValueDeserializer<Object> deserializer(DeserializationContext context) {
    MapperConfig<?> config = context.getConfig();
    StoredType nested = of(config, this);
    if (nested != null) {
      return new AdaptedDeserializer(nested);
    }
    JavaType type = getType();
    StoredType key = ofKey(config, this);
    if (key != null) {
      type = ((MapLikeType) type).withKeyValueHandler(new AdaptedKeyDeserializer(key));
    }
    StoredType content = ofContent(config, this);
    if (content != null) {
      type = type.withContentValueHandler(new AdaptedDeserializer(content));
    }
    BeanProperty property = property(config);
    ValueDeserializer<Object> found = context.findContextualValueDeserializer(type, property);
    TypeDeserializer types = context.findTypeDeserializer(type);
    return types == null ? found : new TypeWrappedDeserializer(types.forProperty(property), found);
  }

  private BeanProperty property(MapperConfig<?> config) {
    JsonSetter.Value nulls = config.getAnnotationIntrospector().findSetterInfo(config, this);
    return new BeanProperty.Std(
        PropertyName.construct(getName()),
        getType(),
        null,
        this,
        PropertyMetadata.STD_OPTIONAL.withNulls(
            nulls.nonDefaultValueNulls(), nulls.nonDefaultContentNulls()));
  }
}
