package io.github.godotvariant.records;

import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.KotlinMetadata;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the declarations of sealed interfaces and of their records. */
final class SealedHierarchy {
  private SealedHierarchy() {}

  /** Returns all records of a sealed interface, in the order of their declarations. */
  static Set<Class<?>> permitted(Class<?> type) {
    if (type.isAnnotationPresent(Alias.class)) {
      throw new IllegalArgumentException(
          type.getName() + ": @Alias is not allowed on a sealed interface");
    }
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        all.addAll(permitted(permitted));
      } else if (DeclaredComponent.isRecord(permitted)
          && permitted.isAnnotationPresent(GodotRecord.class)
          && permitted.getTypeParameters().length == 0) {
        all.add(permitted);
      } else {
        throw new IllegalArgumentException(
            type.getName()
                + " permits "
                + permitted.getName()
                + ", which is not a record with @GodotRecord and without type parameters"
                + KotlinMetadata.advice(permitted));
      }
    }
    return all;
  }

  /** Returns the value of the type key for a record. */
  static String tag(Class<?> type) {
    Key key = type.getAnnotation(Key.class);
    return key == null ? type.getSimpleName() : key.value();
  }

  /** Returns the type key of the sealed hierarchy of a record; null if the record is not in one. */
  static @Nullable String typeKey(Class<?> type) {
    for (Class<?> parent : type.getInterfaces()) {
      if (parent.isSealed()) {
        GodotRecord annotation = parent.getAnnotation(GodotRecord.class);
        return annotation == null ? typeKey(parent) : annotation.typeKey();
      }
    }
    return null;
  }
}
