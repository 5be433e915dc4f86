package io.github.godotvariant.records.generated;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sealed interfaces and the records that they permit. */
public final class Hierarchy {
  private Hierarchy() {}

  /**
   * All records of a sealed interface, in their order.
   *
   * @param type the interface
   * @return the records
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

  /**
   * What the key says that tells a record from its siblings.
   *
   * @param type the record
   * @return the text
   */
  public static String tag(Class<?> type) {
    String key = Declared.text(type, "Key", "value");
    return key == null ? type.getSimpleName() : key;
  }

  /**
   * The key that tells a record from its siblings.
   *
   * @param type the record
   * @return the key; null if it is in no hierarchy
   */
  public static @Nullable String typeKey(Class<?> type) {
    for (Class<?> above : type.getInterfaces()) {
      if (above.isSealed()) {
        String key = ownKey(above);
        return key == null ? typeKey(above) : key;
      }
    }
    return null;
  }

  /** The key that an interface itself declares; null if it is not annotated. */
  static @Nullable String ownKey(Class<?> type) {
    return Declared.text(type, "GodotRecord", "typeKey");
  }
}
