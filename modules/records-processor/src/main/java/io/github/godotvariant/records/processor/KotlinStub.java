package io.github.godotvariant.records.processor;

import io.github.godotvariant.internal.component.KotlinMetadata;
import io.github.godotvariant.internal.component.KotlinMetadata.KotlinClass;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Kotlin metadata in Java stubs. The tool kapt writes these stubs for Kotlin classes, so
 * that Java annotation processors can read them.
 */
final class KotlinStub {
  private KotlinStub() {}

  /** Returns the declaration of a Kotlin class; null if the class is not a Kotlin class. */
  static @Nullable KotlinClass declaration(TypeElement type) throws ProcessingError {
    for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
      TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
      if (annotation.getQualifiedName().contentEquals(KotlinMetadata.ANNOTATION)) {
        try {
          return KotlinMetadata.parse(
              strings(mirror, KotlinMetadata.DATA), strings(mirror, KotlinMetadata.NAMES));
        } catch (IllegalArgumentException e) {
          throw new ProcessingError(type, String.valueOf(e.getMessage()));
        }
      }
    }
    return null;
  }

  private static String[] strings(AnnotationMirror mirror, String member) {
    for (ExecutableElement each : mirror.getElementValues().keySet()) {
      if (each.getSimpleName().contentEquals(member)) {
        Object values = mirror.getElementValues().get(each).getValue();
        return ((List<?>) values)
            .stream()
                .map(value -> (String) ((AnnotationValue) value).getValue())
                .toArray(String[]::new);
      }
    }
    return new String[0];
  }

  /**
   * Returns the types that a sealed Kotlin interface permits. The Java stub of the interface does
   * not declare these types.
   */
  static List<TypeElement> permitted(KotlinClass sealed, Elements elements) {
    List<TypeElement> all = new ArrayList<>();
    for (String descriptor : sealed.permitted()) {
      String name = descriptor.substring(1, descriptor.length() - 1);
      TypeElement type = elements.getTypeElement(name.replace('/', '.').replace('$', '.'));
      if (type != null) {
        all.add(type);
      }
    }
    return all;
  }
}
