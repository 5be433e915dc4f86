package io.github.godotvariant.records;

import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.KotlinMetadata;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records that a sealed interface permits, and the key and the name by which each record
 * is recognized in the input.
 */
final class SealedHierarchy {
  private SealedHierarchy() {}

  /**
   * Returns all records that a sealed interface permits, also through nested sealed interfaces, in
   * the order of declaration.
   */
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

  /**
   * Returns the name by which a record is recognized in its sealed hierarchy: the value of {@link
   * Key}, or the simple name of the class.
   */
  static String tag(Class<?> type) {
    Key key = type.getAnnotation(Key.class);
    return key == null ? type.getSimpleName() : key.value();
  }

  /**
   * Returns the type key of a record: the key whose value names the record in its sealed hierarchy.
   * Null if no sealed interface of the record has the annotation {@link GodotRecord}.
   */
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
