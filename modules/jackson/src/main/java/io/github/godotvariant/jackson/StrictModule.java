package io.github.godotvariant.jackson;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.internal.component.KotlinMetadata;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.Version;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Makes reading and writing of a {@link GodotRecord} as strict as in the record codec. A missing
 * key or a null is accepted only if the declaration of the component permits it. A forbidden null
 * is also rejected when the record is written. In other records, the keys of primitive components
 * must be present.
 */
final class StrictModule extends JacksonModule {
  static final Set<Class<?>> OPTIONALS =
      Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

  private final boolean isStrict;

  /**
   * Creates a module. A mapper uses only the last module of this class that is added.
   *
   * @param isStrict false for a module that does nothing
   */
  StrictModule(boolean isStrict) {
    this.isStrict = isStrict;
  }

  @Override
  public String getModuleName() {
    return "GodotStrict";
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    if (isStrict) {
      context.appendAnnotationIntrospector(new Components());
      context.addDeserializerModifier(new TextDeserializer.Modifier());
      context.addSerializerModifier(new NullChecks());
    }
  }

  /**
   * Rejects null when a record is written, in the components that also reject null when they are
   * read.
   */
  private static final class NullChecks extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription.Supplier bean,
        List<BeanPropertyWriter> properties) {
      for (BeanPropertyWriter property : properties) {
        DeclaredComponent component = Components.component(property.getMember());
        if (component != null
            && !component.has(OtherKeys.class)
            && !Components.canBeAbsent(component)
            && !Boolean.FALSE.equals(property.getMetadata().getRequired())
            && !property.hasNullSerializer()) {
          property.assignNullSerializer(new NullRejecter(component));
        }
      }
      return properties;
    }
  }

  /** Throws an exception instead of writing null. */
  private static final class NullRejecter extends ValueSerializer<Object> {
    private final String component;

    NullRejecter(DeclaredComponent component) {
      this.component = component.declaringRecord().getSimpleName() + "." + component.name();
    }

    @Override
    public void serialize(@Nullable Object value, JsonGenerator out, SerializationContext context) {
      throw DatabindException.from(out, component + " is null");
    }
  }

  /**
   * Finds out which components require a key or reject null, from the declarations of the
   * components.
   */
  private static final class Components extends AnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Version version() {
      return Version.unknownVersion();
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      DeclaredComponent component = RecordAnnotations.component(member);
      if (component == null
          || !(isOfGodotRecord(component) || isPrimitive(component, config))
          || component.has(DefaultValue.class)
          || component.has(OtherKeys.class)) {
        return null;
      } else if (isOfGodotRecord(component) && component.hasDefaultArgument()) {
        throw new IllegalArgumentException(
            component.declaringRecord().getSimpleName()
                + "."
                + component.name()
                + ": "
                + KotlinMetadata.DEFAULT_ARGUMENT);
      }
      return canBeAbsent(component) ? null : true;
    }

    /**
     * Returns whether a component is primitive and the mapper rejects null for primitives. The
     * component must then be marked as required, because Jackson 3.2 reads a missing key as 0.
     */
    private static boolean isPrimitive(DeclaredComponent component, MapperConfig<?> config) {
      return component.type().isPrimitive()
          && config instanceof DeserializationConfig reading
          && reading.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated a) {
      DeclaredComponent component = a instanceof AnnotatedParameter ? component(a) : null;
      DefaultValue value = component == null ? null : component.annotation(DefaultValue.class);
      return value == null ? null : new DefaultDeserializer(value, false);
    }

    /**
     * Returns a deserializer for elements that are containers themselves, if null is permitted at
     * some nesting levels and rejected at others. Jackson would apply the rule of the component to
     * all levels.
     */
    @Override
    public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated a) {
      DeclaredType type = strictType(a);
      DeclaredType element = type == null ? null : RecordAnnotations.element(type);
      return type == null
              || element == null
              || element.raw() == null // a type variable or a wildcard
              || !isContainer(a.getType().getContentType())
              || hasOneRule(type)
          ? null
          : new AdaptedDeserializer(StoredType.ofContainers((AnnotatedMember) a, element));
    }

    /**
     * Returns the declared type of a member if the rules of this class apply to it: a component of
     * a {@link GodotRecord}, or a {@link StoredType} that belongs to a component. Returns null for
     * other members.
     */
    private static @Nullable DeclaredType strictType(Annotated a) {
      boolean isStrict =
          a instanceof StoredType stored
              ? isGodotRecord(stored.getDeclaringClass())
              : component(a) != null;
      return isStrict ? StoredType.declaredType(a) : null;
    }

    private static boolean isContainer(@Nullable JavaType type) {
      return type != null && (type.isContainerType() || type.isReferenceType());
    }

    /** Returns whether the same rule for null applies at all nesting levels of a container. */
    private static boolean hasOneRule(DeclaredType type) {
      DeclaredType element = RecordAnnotations.element(type);
      return element == null
          || RecordAnnotations.element(element) == null
          || (contentNulls(element) == contentNulls(type) && hasOneRule(element));
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated a) {
      if (a instanceof StoredType stored && isGodotRecord(stored.getDeclaringClass())) {
        return JsonSetter.Value.forContentNulls(contentNulls(stored.declaredType()));
      }
      DeclaredComponent component = component(a);
      if (component == null) {
        return JsonSetter.Value.empty();
      }
      boolean isNullable =
          canBeAbsent(component)
              || component.type() == Variant.class
              || component.has(OtherKeys.class)
              || component.has(DefaultValue.class); // its deserializer handles null
      return JsonSetter.Value.construct(
          isNullable ? Nulls.DEFAULT : Nulls.FAIL,
          contentNulls(new DeclaredType(component.annotatedType())));
    }

    private static @Nullable DeclaredComponent component(Annotated a) {
      DeclaredComponent component = RecordAnnotations.component(a);
      return component != null && isOfGodotRecord(component) ? component : null;
    }

    private static boolean isOfGodotRecord(DeclaredComponent component) {
      return isGodotRecord(component.declaringRecord());
    }

    private static boolean isGodotRecord(Class<?> type) {
      return type.isAnnotationPresent(GodotRecord.class);
    }

    /** Returns whether a component accepts a missing key and null. */
    private static boolean canBeAbsent(DeclaredComponent component) {
      return OPTIONALS.contains(component.type()) || component.isNullable();
    }

    /** Returns the rule for null as an element of a container, or as a value of a map. */
    private static Nulls contentNulls(DeclaredType type) {
      DeclaredType element = RecordAnnotations.element(type);
      if (element == null || element.isNullable()) {
        return Nulls.DEFAULT;
      }
      Class<?> raw = element.raw(); // null for a type variable or a wildcard
      return raw != null && (raw == Variant.class || OPTIONALS.contains(raw))
          ? Nulls.DEFAULT
          : Nulls.FAIL;
    }
  }
}
