package io.github.godotvariant.internal.records;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sealed interfaces and the records that they permit. */
public final class Hierarchy {
  private Hierarchy() {}

  /**
   * All records of a sealed interface, in their order.
   *
   * @throws IllegalArgumentException if it permits something else
   */
  public static List<Class<?>> permitted(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        all.addAll(permitted(permitted));
      } else if (permitted.isRecord() && permitted.getTypeParameters().length == 0) {
        all.add(permitted);
      } else {
        throw new IllegalArgumentException(
            type.getName() + " permits " + permitted.getName() + ", which is no plain record");
      }
    }
    return List.copyOf(all);
  }

  /** What the key says that tells a record from its siblings. */
  public static String tag(Class<?> type) {
    Key key = type.getAnnotation(Key.class);
    return key == null ? type.getSimpleName() : key.value();
  }

  /** The key that tells a record from its siblings; null if it is in no hierarchy. */
  public static @Nullable String typeKey(Class<?> type) {
    for (Class<?> above : type.getInterfaces()) {
      if (above.isSealed()) {
        return above.isAnnotationPresent(GodotRecord.class)
            ? Objects.requireNonNull(above.getAnnotation(GodotRecord.class)).typeKey()
            : typeKey(above);
      }
    }
    return null;
  }
}
