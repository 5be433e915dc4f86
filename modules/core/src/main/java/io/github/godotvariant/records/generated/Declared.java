package io.github.godotvariant.records.generated;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import org.jspecify.annotations.Nullable;

/** What annotations say, by their names: their package stands upon this one. */
final class Declared {
  private static final String PACKAGE = "io.github.godotvariant.records.";

  private Declared() {}

  /** The element of an annotation that is a text; null if there is no such annotation. */
  static @Nullable String text(AnnotatedElement declared, String annotation, String element) {
    for (Annotation each : declared.getAnnotations()) {
      if (each.annotationType().getName().equals(PACKAGE + annotation)) {
        try {
          return (String) each.annotationType().getMethod(element).invoke(each);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(
              String.valueOf(e.getMessage()), e); // cannot be: of this library, and public
        }
      }
    }
    return null;
  }
}
