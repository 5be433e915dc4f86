package io.github.godotvariant.internal.component;

import io.github.godotvariant.internal.component.KotlinMetadata.KotlinClass;
import io.github.godotvariant.internal.component.KotlinMetadata.Parameter;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record or of a Kotlin data class, with the annotations of its declaration. The
 * Kotlin compiler puts all annotations, also those of the type, on the field or on the constructor
 * parameter. Therefore, this class collects the annotations of the component, the field and the
 * parameter.
 */
public final class DeclaredComponent {
  /** A component of a Java record, or the field of a Kotlin property. */
  private record Member(
      AnnotatedElement declaration, String name, Class<?> type, AnnotatedType annotatedType) {
    Member(RecordComponent component) {
      this(component, component.getName(), component.getType(), component.getAnnotatedType());
    }

    Member(Field field) {
      this(field, field.getName(), field.getType(), field.getAnnotatedType());
    }
  }

  private final Class<?> record;
  private final Member member;
  private final List<Annotation> annotations;
  private final @Nullable Parameter kotlin;

  private DeclaredComponent(
      Class<?> record,
      Member member,
      Set<AnnotatedElement> declarations,
      @Nullable Parameter kotlin) {
    this.record = record;
    this.member = member;
    this.kotlin = kotlin;
    annotations =
        declarations.stream().flatMap(each -> Arrays.stream(each.getAnnotations())).toList();
  }

  /**
   * Returns whether a class is a record or a Kotlin data class.
   *
   * @throws IllegalArgumentException if the metadata of a Kotlin class cannot be read
   */
  public static boolean isRecord(Class<?> type) {
    if (type.isRecord() || type.isInterface()) {
      return type.isRecord();
    }
    KotlinClass kotlin = KotlinMetadata.of(type);
    return kotlin != null && kotlin.isDataClass();
  }

  /**
   * Returns the components of a record, or the properties in the primary constructor of a Kotlin
   * data class.
   *
   * @throws IllegalArgumentException if the metadata of a Kotlin class cannot be read, or the type
   *     of a property is a value class
   */
  public static List<DeclaredComponent> of(Class<?> record) {
    KotlinClass kotlin = KotlinMetadata.of(record);
    List<Parameter> parameters = kotlin == null ? null : kotlin.constructor();
    if (kotlin != null && parameters == null) {
      throw error(record, "no primary constructor", null);
    }
    List<Member> members = new ArrayList<>();
    if (record.isRecord()) {
      Arrays.stream(record.getRecordComponents()).map(Member::new).forEach(members::add);
    } else if (parameters != null) {
      parameters.forEach(parameter -> members.add(new Member(field(record, parameter.name()))));
    }
    if (parameters != null && parameters.size() != members.size()) {
      String problem = parameters.size() + " parameters, expected " + members.size();
      throw error(record, problem, null);
    }
    List<DeclaredComponent> declared = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Set<AnnotatedElement> declarations = new LinkedHashSet<>();
      declarations.add(members.get(i).declaration);
      if (parameters != null) {
        checkNotValueClass(record, members.get(i).name, i + 1);
        addKotlinDeclarations(declarations, record, members, i);
      }
      declared.add(
          new DeclaredComponent(
              record, members.get(i), declarations, parameters == null ? null : parameters.get(i)));
    }
    return declared;
  }

  /**
   * Rejects a property whose type is a value class. For such a property, Kotlin adds a hyphen and a
   * hash to the name of the method {@code component1}, {@code component2} and so on.
   */
  private static void checkNotValueClass(Class<?> record, String property, int number) {
    String mangled = "component" + number + "-";
    if (Arrays.stream(record.getDeclaredMethods())
        .anyMatch(method -> method.getName().startsWith(mangled))) {
      throw new IllegalArgumentException(
          record.getSimpleName()
              + "."
              + property
              + ": the type is a value class, such as UInt; use the type of its value");
    }
  }

  private static Field field(Class<?> record, String property) {
    try {
      return record.getDeclaredField(property);
    } catch (NoSuchFieldException e) {
      throw error(record, "a property \"" + property + "\" without a field", e);
    }
  }

  private static IllegalArgumentException error(
      Class<?> record, String found, @Nullable Exception cause) {
    return new IllegalArgumentException(
        record.getName() + ": the Kotlin metadata has " + found, cause);
  }

  private static void addKotlinDeclarations(
      Set<AnnotatedElement> declarations, Class<?> record, List<Member> members, int component) {
    Class<?>[] types = members.stream().map(Member::type).toArray(Class<?>[]::new);
    try {
      declarations.add(record.getDeclaredField(members.get(component).name));
      declarations.add(record.getDeclaredConstructor(types).getParameters()[component]);
    } catch (NoSuchFieldException | NoSuchMethodException e) {
      // RecordCodec later rejects a class that differs from its metadata.
    }
  }

  /** Returns the name of the component. */
  public String name() {
    return member.name;
  }

  /** Returns the name of the method that returns the component. */
  public String accessor() {
    return kotlin == null || record.isRecord() ? name() : KotlinMetadata.getter(name());
  }

  /** Returns the class of the component. */
  public Class<?> type() {
    return member.type;
  }

  /** Returns the record that declares the component. */
  public Class<?> declaringRecord() {
    return record;
  }

  /**
   * Returns the type of the component with all annotations that apply to the type. A nullable
   * Kotlin type gets an annotation {@code Nullable}.
   */
  public AnnotatedType annotatedType() {
    return MergedType.of(
        member.annotatedType,
        annotations.stream().filter(DeclaredComponent::isOfType).toList(),
        kotlin == null ? null : kotlin.type());
  }

  /**
   * Returns whether Java would put an annotation of a component also on the type of the component.
   */
  private static boolean isOfType(Annotation annotation) {
    Target target = annotation.annotationType().getAnnotation(Target.class);
    return target != null && List.of(target.value()).contains(ElementType.TYPE_USE);
  }

  /**
   * Returns whether the component or its type has an annotation {@code Nullable} of any package.
   */
  public boolean isNullable() {
    return DeclaredType.isNullable(annotations.stream())
        || new DeclaredType(annotatedType()).isNullable();
  }

  /**
   * Returns the annotation of the class {@code type} on the component; null if there is no such
   * annotation.
   */
  public <A extends Annotation> @Nullable A annotation(Class<A> type) {
    for (Annotation each : annotations) {
      if (each.annotationType() == type) {
        return type.cast(each);
      }
    }
    return null;
  }

  /** Returns whether the component has an annotation of the class {@code type}. */
  public boolean has(Class<? extends Annotation> type) {
    return annotation(type) != null;
  }

  /** Returns whether the parameter of a Kotlin constructor has a default argument. */
  public boolean hasDefaultArgument() {
    return kotlin != null && kotlin.hasDefault();
  }
}
