package io.github.godotvariant.internal.component;

import io.github.godotvariant.internal.component.KotlinMetadata.Parameter;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record, with the annotations of its declaration. Kotlin annotates the field or
 * the parameter of the constructor instead of the component, and puts annotations of the type there
 * too.
 */
public final class DeclaredComponent {
  private final RecordComponent component;
  private final List<Annotation> annotations;
  private final @Nullable Parameter kotlin;

  private DeclaredComponent(
      RecordComponent component, List<AnnotatedElement> declarations, @Nullable Parameter kotlin) {
    this.component = component;
    this.kotlin = kotlin;
    annotations =
        declarations.stream().flatMap(each -> Arrays.stream(each.getAnnotations())).toList();
  }

  /**
   * Returns the components of a record.
   *
   * @throws IllegalArgumentException if the metadata of a Kotlin class cannot be read
   */
  public static List<DeclaredComponent> of(Class<?> record) {
    RecordComponent[] components = record.getRecordComponents();
    List<Parameter> kotlin = KotlinMetadata.primaryConstructor(record);
    if (kotlin != null && kotlin.size() != components.length) {
      throw new IllegalArgumentException(
          record.getName()
              + ": the Kotlin metadata has "
              + kotlin.size()
              + " parameters, expected "
              + components.length);
    }
    List<DeclaredComponent> declared = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      List<AnnotatedElement> declarations = new ArrayList<>(List.of(components[i]));
      if (kotlin != null) {
        addOfKotlin(declarations, record, components, i);
      }
      declared.add(
          new DeclaredComponent(
              components[i], declarations, kotlin == null ? null : kotlin.get(i)));
    }
    return declared;
  }

  private static void addOfKotlin(
      List<AnnotatedElement> declarations,
      Class<?> record,
      RecordComponent[] components,
      int component) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      declarations.add(record.getDeclaredField(components[component].getName()));
      declarations.add(record.getDeclaredConstructor(types).getParameters()[component]);
    } catch (NoSuchFieldException | NoSuchMethodException e) {
      // A component of a value class: RecordCodec rejects the record, Jackson finds no annotations.
    }
  }

  /** Returns the name of the component. */
  public String name() {
    return component.getName();
  }

  /** Returns the class of the component. */
  public Class<?> type() {
    return component.getType();
  }

  /** Returns the record of the component. */
  public Class<?> declaringRecord() {
    return component.getDeclaringRecord();
  }

  /**
   * Returns the type with its annotations. A nullable Kotlin type has an annotation {@code
   * Nullable}.
   */
  public AnnotatedType annotatedType() {
    return MergedType.of(
        component.getAnnotatedType(),
        annotations.stream().filter(DeclaredComponent::isOfType).toList(),
        kotlin == null ? null : kotlin.type());
  }

  /** Returns whether Java would put an annotation of the component on its type too. */
  private static boolean isOfType(Annotation annotation) {
    Target target = annotation.annotationType().getAnnotation(Target.class);
    return target != null && List.of(target.value()).contains(ElementType.TYPE_USE);
  }

  /** Returns the annotations of the declaration, including those that also apply to its type. */
  public List<Annotation> annotations() {
    return annotations;
  }

  /** Returns an annotation of the declaration; null if there is none. */
  public <A extends Annotation> @Nullable A annotation(Class<A> type) {
    for (Annotation each : annotations) {
      if (each.annotationType() == type) {
        return type.cast(each);
      }
    }
    return null;
  }

  /** Returns whether the declaration has an annotation. */
  public boolean has(Class<? extends Annotation> type) {
    return annotation(type) != null;
  }

  /** Returns whether the parameter of a Kotlin constructor has a default argument. */
  public boolean hasDefaultArgument() {
    return kotlin != null && kotlin.hasDefault();
  }
}
