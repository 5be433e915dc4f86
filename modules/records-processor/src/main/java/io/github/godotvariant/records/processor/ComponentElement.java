package io.github.godotvariant.records.processor;

import io.github.godotvariant.internal.component.KotlinMetadata;
import io.github.godotvariant.internal.component.KotlinMetadata.KotlinClass;
import io.github.godotvariant.internal.component.KotlinMetadata.Parameter;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a component of a record, or of a property in the primary constructor of a
 * Kotlin data class.
 *
 * @param name the name of the component
 * @param accessor the name of the method that returns the component
 * @param type the type with its annotations
 * @param field the field of the component. Errors are reported at the field, because all compilers
 *     know the position of a field in the source
 * @param declarations the elements whose annotations apply to the component
 * @param kotlin the declaration in Kotlin; null for Java
 */
record ComponentElement(
    String name,
    String accessor,
    TypeMirror type,
    Element field,
    List<Element> declarations,
    @Nullable Parameter kotlin) {

  /** Returns whether a type is a record or a Kotlin data class. */
  static boolean isRecord(TypeElement type) throws ProcessingError {
    KotlinClass kotlin = KotlinStub.declaration(type);
    return type.getKind() == ElementKind.RECORD || (kotlin != null && kotlin.isDataClass());
  }

  /** Returns the components of a record or of a Kotlin data class. */
  static List<ComponentElement> of(TypeElement record, Types types) throws ProcessingError {
    List<ComponentElement> all = new ArrayList<>();
    if (record.getKind() == ElementKind.RECORD) {
      for (RecordComponentElement each : record.getRecordComponents()) {
        String name = each.getSimpleName().toString();
        Element field = field(record, name, each);
        all.add(
            new ComponentElement(
                name, name, typeWithAnnotations(each, field), field, List.of(each), null));
      }
      return all;
    }
    KotlinClass kotlin = Objects.requireNonNull(KotlinStub.declaration(record));
    List<Parameter> parameters = Objects.requireNonNull(kotlin.constructor());
    List<Element> fields = new ArrayList<>();
    for (Parameter parameter : parameters) {
      Element field = field(record, parameter.name(), record);
      if (field == record) {
        throw new ProcessingError(
            record,
            "the property \""
                + parameter.name()
                + "\" has no field; its name must not be reserved in Java");
      }
      checkGetter(record, field);
      fields.add(field);
    }
    ExecutableElement constructor = constructor(record, fields, types);
    for (int i = 0; i < fields.size(); i++) {
      String name = parameters.get(i).name();
      Element field = fields.get(i);
      Element parameter = constructor.getParameters().get(i);
      all.add(
          new ComponentElement(
              name,
              KotlinMetadata.getter(name),
              field.asType(),
              field,
              List.of(field, parameter),
              parameters.get(i)));
    }
    return all;
  }

  private static void checkGetter(TypeElement record, Element field) throws ProcessingError {
    String getter = KotlinMetadata.getter(field.getSimpleName().toString());
    for (ExecutableElement each : ElementFilter.methodsIn(record.getEnclosedElements())) {
      if (each.getSimpleName().contentEquals(getter) && each.getParameters().isEmpty()) {
        return;
      }
    }
    throw new ProcessingError(
        field,
        "has no getter "
            + getter
            + "(): a component must be a public property without the type of a value class");
  }

  private static ExecutableElement constructor(
      TypeElement record, List<Element> fields, Types types) throws ProcessingError {
    for (ExecutableElement each : ElementFilter.constructorsIn(record.getEnclosedElements())) {
      if (!each.getModifiers().contains(Modifier.PRIVATE)
          && hasTypes(each.getParameters(), fields, types)) {
        return each;
      }
    }
    throw new ProcessingError(
        record, "the primary constructor is private; generated code has no access");
  }

  private static boolean hasTypes(
      List<? extends Element> parameters, List<Element> fields, Types types) {
    return parameters.size() == fields.size()
        && IntStream.range(0, fields.size())
            .allMatch(
                i ->
                    types.isSameType(
                        types.erasure(parameters.get(i).asType()),
                        types.erasure(fields.get(i).asType())));
  }

  private static Element field(TypeElement record, String name, Element fallback) {
    for (Element member : record.getEnclosedElements()) {
      if (member.getKind() == ElementKind.FIELD && member.getSimpleName().contentEquals(name)) {
        return member;
      }
    }
    return fallback;
  }

  /**
   * Returns the type of a component with its annotations. Depending on the release, the compiler
   * attaches type annotations to the field, the component or the accessor.
   */
  private static TypeMirror typeWithAnnotations(RecordComponentElement component, Element field) {
    TypeMirror best = component.asType();
    for (TypeMirror other : List.of(component.getAccessor().getReturnType(), field.asType())) {
      best = countAnnotations(other) > countAnnotations(best) ? other : best;
    }
    return best;
  }

  /** Counts the annotations of a type, of its type arguments and of its array elements. */
  private static int countAnnotations(TypeMirror type) {
    int count = type.getAnnotationMirrors().size();
    if (type instanceof DeclaredType declared) {
      for (TypeMirror argument : declared.getTypeArguments()) {
        count += countAnnotations(argument);
      }
    }
    return type instanceof ArrayType array
        ? count + countAnnotations(array.getComponentType())
        : count;
  }

  /**
   * Returns the annotations of a Kotlin component, which also apply to the type of the component.
   * The compiler does not attach them to the type, because the Java stubs contain qualified type
   * names. For a component in Java, the list is empty, because the type already has all
   * annotations.
   */
  List<AnnotationMirror> typeAnnotations() {
    List<AnnotationMirror> all = new ArrayList<>();
    if (kotlin != null) {
      declarations.forEach(each -> all.addAll(each.getAnnotationMirrors()));
    }
    return all;
  }

  /**
   * Returns the annotation of the class {@code type} on the component; null if there is no such
   * annotation.
   */
  <A extends Annotation> @Nullable A annotation(Class<A> type) {
    for (Element each : declarations) {
      A annotation = each.getAnnotation(type);
      if (annotation != null) {
        return annotation;
      }
    }
    return null;
  }
}
