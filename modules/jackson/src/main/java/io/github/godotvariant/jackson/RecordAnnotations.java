package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.OtherKeys;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Translates the annotations of this project, such as {@link GodotRecord}, for Jackson, in every
 * data format. Jackson's own annotations take precedence.
 */
final class RecordAnnotations extends AnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  /**
   * The components of each class with {@link GodotRecord}; an empty list if the class is not a
   * record. They are cached because most methods need them. Other classes are not cached. Their
   * class loader can exist longer than the class loader of this class, and the cache would then
   * keep this class in memory.
   */
  private static final ClassValue<List<DeclaredComponent>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<DeclaredComponent> computeValue(Class<?> type) {
          List<DeclaredComponent> components =
              DeclaredComponent.isRecord(type) ? DeclaredComponent.of(type) : List.of();
          components.forEach(RecordAnnotations::checkAccessor);
          return components;
        }
      };

  /** Whether the data format is Godot's; only that format has StringNames. */
  private final boolean isGodot;

  RecordAnnotations(boolean isGodot) {
    this.isGodot = isGodot;
  }

  /** Names properties as {@link GodotRecord#naming} of the class specifies. */
  private static final class Names extends PropertyNamingStrategies.NamingBase {
    private static final long serialVersionUID = 1L;

    private final Naming naming;

    Names(Naming naming) {
      this.naming = naming;
    }

    @Override
    public String translate(String name) {
      return naming.key(name);
    }
  }

  /**
   * Finds the aliases of enum constants. Jackson asks an inserted introspector for aliases after
   * its own introspector, which would discard earlier aliases.
   */
  static final class ConstantAliases extends AnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Version version() {
      return Version.unknownVersion();
    }

    @Override
    public void findEnumAliases(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[][] aliases) {
      for (int i = 0; i < constants.length; i++) {
        Alias alias = field(constants[i]).getAnnotation(Alias.class);
        if (alias != null && (aliases[i] == null || aliases[i].length == 0)) {
          aliases[i] = alias.value();
        }
      }
    }
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable Object findNamingStrategy(MapperConfig<?> config, AnnotatedClass type) {
    GodotRecord annotation = type.getRawType().getAnnotation(GodotRecord.class);
    return annotation == null || annotation.naming() == Naming.AS_DECLARED
        ? null
        : new Names(annotation.naming());
  }

  @Override
  public @Nullable PropertyName findNameForSerialization(MapperConfig<?> config, Annotated a) {
    Key key = annotation(a, Key.class);
    if (key != null) {
      return PropertyName.construct(key.value());
    }
    boolean isProperty =
        a instanceof AnnotatedMethod method && isDataClass(method.getDeclaringClass());
    return isProperty && component(a) != null ? PropertyName.USE_DEFAULT : null;
  }

  @Override
  public @Nullable PropertyName findNameForDeserialization(MapperConfig<?> config, Annotated a) {
    return findNameForSerialization(config, a);
  }

  /** Hides members of Kotlin data classes that are not properties of the primary constructor. */
  @Override
  public VisibilityChecker findAutoDetectVisibility(
      MapperConfig<?> config, AnnotatedClass type, VisibilityChecker checker) {
    return isDataClass(type.getRawType()) ? checker.with(JsonAutoDetect.Visibility.NONE) : checker;
  }

  /** Reads Kotlin data classes with their primary constructors. */
  @Override
  public JsonCreator.@Nullable Mode findCreatorAnnotation(MapperConfig<?> config, Annotated a) {
    return a instanceof AnnotatedConstructor constructor
            && isDataClass(constructor.getDeclaringClass())
            && components(constructor.getDeclaringClass()).stream()
                .map(DeclaredComponent::type)
                .toList()
                .equals(List.of(constructor.getAnnotated().getParameterTypes()))
        ? JsonCreator.Mode.PROPERTIES
        : null;
  }

  @Override
  public @Nullable String findImplicitPropertyName(MapperConfig<?> config, AnnotatedMember member) {
    DeclaredComponent component =
        isDataClass(member.getDeclaringClass()) ? component(member) : null;
    return component == null ? null : component.name();
  }

  /**
   * Omits null components and empty Optionals when a class with {@link GodotRecord} is written, as
   * the record codec does.
   */
  @Override
  public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated a) {
    return a instanceof AnnotatedClass type
            && type.getRawType().isAnnotationPresent(GodotRecord.class)
        ? JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS)
        : JsonInclude.Value.empty();
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
    for (int i = 0; i < constants.length; i++) {
      Key key = field(constants[i]).getAnnotation(Key.class);
      if (key != null) {
        names[i] = key.value();
      }
    }
    return names;
  }

  static Field field(Enum<?> constant) {
    try {
      return constant.getDeclaringClass().getField(constant.name());
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e); // each constant is a field
    }
  }

  @Override
  public @Nullable List<PropertyName> findPropertyAliases(MapperConfig<?> config, Annotated a) {
    Alias alias = annotation(a, Alias.class);
    return alias == null
        ? null
        : Arrays.stream(alias.value()).map(PropertyName::construct).toList();
  }

  @Override
  public @Nullable Object findSerializer(MapperConfig<?> config, Annotated a) {
    StoredType stored = StoredType.of(config, a);
    return stored == null ? serializer(type(a)) : new AdaptedSerializer(stored);
  }

  @Override
  public @Nullable Object findKeySerializer(MapperConfig<?> config, Annotated a) {
    StoredType stored = StoredType.ofKey(config, a);
    return stored == null ? null : new AdaptedKeySerializer(stored);
  }

  @Override
  public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated a) {
    StoredType stored = StoredType.ofContent(config, a);
    if (stored != null) {
      return new AdaptedSerializer(stored);
    }
    DeclaredType type = type(a);
    return type == null ? null : serializer(element(type));
  }

  private @Nullable Object serializer(@Nullable DeclaredType type) {
    if (type == null) {
      return null;
    } else if (type.has(AsStringName.class)) {
      return isGodot ? NameSerializer.INSTANCE : null;
    }
    return type.has(AsNumber.class) ? NumberSerializer.INSTANCE : null;
  }

  /** Returns the element type of a container, or the value type of a map; null for other types. */
  static @Nullable DeclaredType element(DeclaredType type) {
    List<DeclaredType> parts = type.parts();
    return parts.isEmpty() ? null : parts.get(parts.size() - 1);
  }

  @Override
  public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated a) {
    DefaultValue value = a instanceof AnnotatedParameter ? annotation(a, DefaultValue.class) : null;
    if (value != null) {
      return new DefaultDeserializer(value, true);
    }
    StoredType stored = StoredType.of(config, a);
    return stored == null ? null : new AdaptedDeserializer(stored);
  }

  @Override
  public @Nullable Object findKeyDeserializer(MapperConfig<?> config, Annotated a) {
    StoredType stored = StoredType.ofKey(config, a);
    return stored == null ? null : new AdaptedKeyDeserializer(stored);
  }

  @Override
  public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated a) {
    StoredType stored = StoredType.ofContent(config, a);
    return stored == null ? null : new AdaptedDeserializer(stored);
  }

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated a) {
    Class<?> sealed = a instanceof AnnotatedClass type ? hierarchy(type.getRawType()) : null;
    return sealed == null
        ? null
        : JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME,
            JsonTypeInfo.As.PROPERTY,
            Objects.requireNonNull(sealed.getAnnotation(GodotRecord.class)).typeKey(),
            null,
            false,
            true);
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated a) {
    if (!(a instanceof AnnotatedClass type) || hierarchy(type.getRawType()) == null) {
      return null;
    }
    List<NamedType> subtypes = new ArrayList<>();
    add(type.getRawType(), subtypes);
    return subtypes;
  }

  private static void add(Class<?> type, List<NamedType> subtypes) {
    if (!type.isSealed()) {
      subtypes.add(new NamedType(type, tag(type)));
      Alias alias = type.getAnnotation(Alias.class);
      for (String name : alias == null ? new String[0] : alias.value()) {
        subtypes.add(new NamedType(type, name));
      }
      return;
    }
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      add(permitted, subtypes);
    }
  }

  @Override
  public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
    return hierarchy(type.getRawType()) == null ? null : tag(type.getRawType());
  }

  private static String tag(Class<?> type) {
    Key key = type.getAnnotation(Key.class);
    return key == null ? type.getSimpleName() : key.value();
  }

  /**
   * Returns the sealed interface with {@link GodotRecord} that is the type itself or one of its
   * supertypes; null if there is none.
   */
  private static @Nullable Class<?> hierarchy(Class<?> type) {
    if (type.isSealed() && type.isInterface()) {
      return type.isAnnotationPresent(GodotRecord.class) ? type : parentHierarchy(type);
    }
    return type.isRecord() || isDataClass(type) ? parentHierarchy(type) : null;
  }

  private static @Nullable Class<?> parentHierarchy(Class<?> type) {
    for (Class<?> parent : type.getInterfaces()) {
      if (parent.isSealed()) {
        return hierarchy(parent);
      }
    }
    return null;
  }

  private static void checkAccessor(DeclaredComponent component) {
    Class<?> type = component.declaringRecord();
    try {
      type.getMethod(component.accessor());
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getSimpleName()
              + "."
              + component.name()
              + ": a component must have the public method "
              + component.accessor()
              + "()",
          e);
    }
  }

  /** Returns the components of a class; an empty list if the class is not a record. */
  private static List<DeclaredComponent> components(Class<?> type) {
    if (type.isAnnotationPresent(GodotRecord.class)) {
      return COMPONENTS.get(type);
    }
    try {
      return type.isRecord() ? DeclaredComponent.of(type) : List.of();
    } catch (IllegalArgumentException e) {
      return List.of(); // An unsupported Kotlin class is an error only with the annotation.
    }
  }

  /** Returns whether a class is a Kotlin data class that is used as a record. */
  private static boolean isDataClass(Class<?> type) {
    return type.isAnnotationPresent(GodotRecord.class)
        && !type.isRecord()
        && !COMPONENTS.get(type).isEmpty();
  }

  /** Returns an annotation of a field, or of the record component that a member belongs to. */
  static <A extends Annotation> @Nullable A annotation(Annotated a, Class<A> annotation) {
    DeclaredComponent component = component(a);
    if (component != null) {
      return component.annotation(annotation);
    }
    return a instanceof AnnotatedField field && !isDataClass(field.getDeclaringClass())
        ? field.getAnnotated().getAnnotation(annotation)
        : null;
  }

  /** Returns whether the class is a record with an {@link OtherKeys} component. */
  static boolean hasOtherKeys(Class<?> type) {
    return components(type).stream().anyMatch(component -> component.has(OtherKeys.class));
  }

  /**
   * Returns the record component to which a field, method or parameter belongs; null if there is
   * none.
   */
  static @Nullable DeclaredComponent component(Annotated a) {
    if (a instanceof AnnotatedField field) {
      return component(field.getDeclaringClass(), DeclaredComponent::name, field.getName());
    } else if (a instanceof AnnotatedMethod method && method.getParameterCount() == 0) {
      return component(method.getDeclaringClass(), DeclaredComponent::accessor, method.getName());
    } else if (a instanceof AnnotatedParameter parameter) {
      List<DeclaredComponent> components = components(parameter.getDeclaringClass());
      return parameter.getOwner().getParameterCount() == components.size()
          ? components.get(parameter.getIndex())
          : null;
    }
    return null;
  }

  private static @Nullable DeclaredComponent component(
      Class<?> type, Function<DeclaredComponent, String> member, String name) {
    for (DeclaredComponent component : components(type)) {
      if (member.apply(component).equals(name)) {
        return component;
      }
    }
    return null;
  }

  /**
   * Returns the declared type of the value of a record component, a field, or a method without
   * parameters. Returns null for other members.
   */
  static @Nullable DeclaredType type(Annotated a) {
    DeclaredType declared = a instanceof AnnotatedParameter ? null : StoredType.declaredType(a);
    if (declared != null) {
      return declared;
    } else if (a instanceof AnnotatedField field) {
      return new DeclaredType(field.getAnnotated().getAnnotatedType());
    }
    return a instanceof AnnotatedMethod method && method.getParameterCount() == 0
        ? new DeclaredType(method.getAnnotated().getAnnotatedReturnType())
        : null;
  }
}
