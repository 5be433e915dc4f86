package io.github.godotvariant.records.processor;

import io.github.godotvariant.internal.component.KotlinMetadata;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the components of records. In the Java sources that kapt writes for Kotlin, a record is an
 * ordinary class: its fields are the components, and annotations are on the fields or on the
 * parameters of the primary constructor.
 */
final class ComponentElements {
  private ComponentElements() {}

  /** Returns whether a type is a record, in Java or in Kotlin. */
  static boolean isRecord(Element type) {
    return type.getKind() == ElementKind.RECORD || isKotlinRecord(type);
  }

  private static boolean isKotlinRecord(Element type) {
    return type.getKind() == ElementKind.CLASS && annotation(type, "kotlin.jvm.JvmRecord") != null;
  }

  /** Returns whether a type is compiled from Kotlin. */
  static boolean isKotlin(Element type) {
    return annotation(type, KotlinMetadata.ANNOTATION) != null;
  }

  /** Returns the components of a record, which are fields for Kotlin. */
  static List<? extends Element> of(TypeElement record) {
    return isKotlinRecord(record)
        ? ElementFilter.fieldsIn(record.getEnclosedElements()).stream()
            .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
            .toList()
        : record.getRecordComponents();
  }

  /** Returns an annotation of an element; for a component of a Kotlin record, of its parameter. */
  static <A extends Annotation> @Nullable A annotation(Element element, Class<A> type) {
    return declarations(element).stream()
        .map(each -> each.getAnnotation(type))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Returns the elements whose annotations are those of an element. */
  static List<Element> declarations(Element element) {
    List<Element> declarations = new ArrayList<>(List.of(element));
    if (element.getKind() == ElementKind.FIELD
        && element.getEnclosingElement() instanceof TypeElement type
        && isKotlinRecord(type)) {
      List<? extends Element> components = of(type);
      for (ExecutableElement each : ElementFilter.constructorsIn(type.getEnclosedElements())) {
        if (names(each.getParameters()).equals(names(components))) {
          declarations.add(each.getParameters().get(components.indexOf(element)));
        }
      }
    }
    return declarations;
  }

  private static List<String> names(List<? extends Element> elements) {
    return elements.stream().map(each -> each.getSimpleName().toString()).toList();
  }

  /** Returns whether a component has a default argument in Kotlin. */
  static boolean hasDefaultArgument(Element component) throws ProcessingError {
    Element record = Objects.requireNonNull(component.getEnclosingElement());
    AnnotationMirror metadata =
        isKotlinRecord(record) ? annotation(record, KotlinMetadata.ANNOTATION) : null;
    if (metadata == null) {
      return false;
    }
    List<String> data = new ArrayList<>();
    metadata
        .getElementValues()
        .forEach(
            (member, value) -> {
              if (member.getSimpleName().contentEquals(KotlinMetadata.DATA)) {
                ((List<?>) value.getValue())
                    .forEach(each -> data.add((String) ((AnnotationValue) each).getValue()));
              }
            });
    try {
      return KotlinMetadata.primaryConstructor(data.toArray(String[]::new))
          .get(of((TypeElement) record).indexOf(component))
          .hasDefault();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new ProcessingError(component, "the Kotlin metadata is unknown: " + e.getMessage());
    }
  }

  private static @Nullable AnnotationMirror annotation(Element type, String name) {
    for (AnnotationMirror each : type.getAnnotationMirrors()) {
      TypeElement annotation = (TypeElement) each.getAnnotationType().asElement();
      if (annotation.getQualifiedName().contentEquals(name)) {
        return each;
      }
    }
    return null;
  }
}
