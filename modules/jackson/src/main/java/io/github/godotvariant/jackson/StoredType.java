package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonSetter;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.ValueAdapter;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.TypeVariable;
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
 * The type that the adapter of an {@link AdaptedBy} stores, or the type of a nested container
 * without an adapter. Jackson treats this object as a member of the record, so that annotations of
 * the stored type apply like annotations of a component.
 */
final class StoredType extends VirtualAnnotatedMember {
  private static final long serialVersionUID = 1L;

  /**
   * The adapters, cached because Jackson requests an adapter several times for each component. An
   * adapter must be safe for use by many threads.
   */
  private static final ClassValue<ValueAdapter<?, ?>> ADAPTERS =
      new ClassValue<>() {
        @Override
        protected ValueAdapter<?, ?> computeValue(Class<?> type) {
          return (ValueAdapter<?, ?>) ClassUtil.createInstance(type, true);
        }
      };

  private final transient DeclaredType declared;

  /** The adapter that converts the values; null for a nested container without an adapter. */
  private final transient @Nullable ValueAdapter<Object, Object> adapter;

  private StoredType(
      AnnotatedMember owner,
      JavaType type,
      DeclaredType declared,
      @Nullable ValueAdapter<Object, Object> adapter) {
    super(null, owner.getDeclaringClass(), nameOf(owner), type);
    this.declared = declared;
    this.adapter = adapter;
  }

  /** Returns the stored type of a component; null if no adapter converts the whole value. */
  static @Nullable StoredType of(MapperConfig<?> config, Annotated a) {
    DeclaredType type = declaredType(a);
    if (type == null || !isAdapted(type)) {
      return null;
    }
    AnnotatedMember member = (AnnotatedMember) a;
    JavaType javaType = member.getType();
    if (type.has(AdaptedBy.class)) {
      return ofPart(config, member, type, javaType);
    } else if (!javaType.hasContentType()
        || javaType.getContentType().isPrimitive()
        || type.hasOfContainer(Packed.class)) {
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

  /**
   * Returns the stored type of the elements of a container, or of the values of a map; null if no
   * adapter applies to them.
   */
  static @Nullable StoredType ofContent(MapperConfig<?> config, Annotated a) {
    List<DeclaredType> parts = partsOf(a);
    return parts.isEmpty() || !isAdapted(parts.get(parts.size() - 1))
        ? null
        : ofPart(
            config,
            (AnnotatedMember) a,
            parts.get(parts.size() - 1),
            ((AnnotatedMember) a).getType().getContentType());
  }

  /**
   * Returns the type of the elements of a container. The elements are also containers, and no
   * adapter converts them.
   */
  static StoredType ofContainers(AnnotatedMember owner, DeclaredType element) {
    return new StoredType(owner, owner.getType().getContentType(), element, null);
  }

  /** Returns the stored type of the keys of a map; null if no adapter applies to them. */
  static @Nullable StoredType ofKey(MapperConfig<?> config, Annotated a) {
    List<DeclaredType> parts = partsOf(a);
    if (parts.size() < 2 || !isAdapted(parts.get(0))) {
      return null;
    }
    AnnotatedMember member = (AnnotatedMember) a;
    StoredType key = ofPart(config, member, parts.get(0), member.getType().getKeyType());
    Class<?> raw = key.getRawType();
    AnnotatedType type = key.declared.type();
    if (type.getAnnotations().length > 0
        || !(raw == String.class || raw == Long.class || raw == Integer.class || raw.isEnum())) {
      throw error(
          member,
          "stores keys as "
              + type
              + ", expected String, Long, Integer or an enum without annotations;"
              + " register a key serializer and a key deserializer");
    }
    return key;
  }

  /**
   * Returns the stored type for the value of a member, or for the elements, keys or values inside
   * it.
   */
  private static StoredType ofPart(
      MapperConfig<?> config, AnnotatedMember owner, DeclaredType type, JavaType javaType) {
    if (type.type() instanceof AnnotatedWildcardType) {
      throw error(owner, "is not supported in a wildcard");
    }
    AdaptedBy annotation = type.type().getAnnotation(AdaptedBy.class);
    if (annotation == null) {
      return new StoredType(owner, javaType, type, null);
    }
    List<DeclaredType> arguments =
        Objects.requireNonNull(DeclaredType.supertype(annotation.value(), ValueAdapter.class))
            .parts();
    if (arguments.isEmpty()) {
      throw error(owner, "names an adapter that must declare both type arguments of ValueAdapter");
    }
    DeclaredType stored = resolved(arguments.get(1));
    TypeFactory types = config.getTypeFactory();
    JavaType adapted = types.constructType(resolved(arguments.get(0)).type().getType());
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
    } else if (stored.isNullable() || StrictModule.OPTIONALS.contains(stored.raw())) {
      throw error(owner, "names an adapter that stores a null or an optional value");
    }
    return new StoredType(
        owner,
        types.constructType(stored.type().getType()),
        stored,
        adapter(config, owner, annotation.value()));
  }

  @SuppressWarnings("unchecked") // the type arguments were checked
  private static ValueAdapter<Object, Object> adapter(
      MapperConfig<?> config, AnnotatedMember owner, Class<? extends ValueAdapter<?, ?>> type) {
    try {
      ClassUtil.findConstructor(type, config.canOverrideAccessModifiers()); // checks the access
      return (ValueAdapter<Object, Object>) ADAPTERS.get(type);
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

  /**
   * Returns the declared type of a record component or of a stored type; null for other members.
   */
  static @Nullable DeclaredType declaredType(Annotated a) {
    if (a instanceof StoredType stored) {
      return stored.declared;
    }
    DeclaredComponent component = RecordAnnotations.component(a);
    return component == null ? null : new DeclaredType(component.annotatedType());
  }

  /**
   * Returns the element type of a container, or the key and value types of a map. Returns an empty
   * list for other members, or if an adapter converts the whole value.
   */
  private static List<DeclaredType> partsOf(Annotated a) {
    DeclaredType type = declaredType(a);
    return type == null || type.has(AdaptedBy.class) ? List.of() : type.parts();
  }

  private static boolean isAdapted(DeclaredType type) {
    return type.has(AdaptedBy.class) || type.parts().stream().anyMatch(StoredType::isAdapted);
  }

  private static boolean hasVariable(DeclaredType type) {
    return type.type().getType() instanceof TypeVariable
        || type.parts().stream().anyMatch(StoredType::hasVariable);
  }

  private static DeclaredType resolved(DeclaredType type) {
    DeclaredType resolved = type.resolve();
    return resolved == null ? type : resolved;
  }

  DeclaredType declaredType() {
    return declared;
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
    Object content = config.getAnnotationIntrospector().findContentDeserializer(config, this);
    if (content != null) {
      type = type.withContentValueHandler(content);
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
