package io.github.godotvariant.records;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.records.EnumAdapter;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates the adapters that read and write enums, from the annotations of the constants. */
final class EnumIntrospector {
  private EnumIntrospector() {}

  /**
   * Creates the adapter of an enum.
   *
   * @param asNumber whether the adapter writes the ordinal of a constant, not the name
   * @param asName whether the adapter writes names as StringNames, not as Strings
   */
  static ComponentAdapter adapter(
      Class<?> type, boolean asNumber, boolean asName, ComponentKey owner) {
    if (type.isAnnotationPresent(Alias.class)) {
      throw RecordIntrospector.error(owner, "@Alias is allowed on constants, not on an enum");
    }
    Object[] constants = type.getEnumConstants();
    List<String> names = new ArrayList<>();
    Map<String, Object> byName = new HashMap<>();
    Object unknown = null;
    for (Object constant : constants) {
      Field field = field(type, constant);
      Key key = field.getAnnotation(Key.class);
      names.add(key == null ? field.getName() : key.value());
      add(byName, names.get(names.size() - 1), constant, owner);
      for (String alias : RecordIntrospector.aliases(field.getAnnotation(Alias.class))) {
        add(byName, alias, constant, owner);
      }
      if (field.isAnnotationPresent(DefaultConstant.class)) {
        if (unknown != null) {
          throw RecordIntrospector.error(owner, "two constants have @DefaultConstant");
        }
        unknown = constant;
      }
    }
    VariantType written = asName ? VariantType.STRING_NAME : VariantType.STRING;
    return new EnumAdapter(
        asNumber ? VariantType.INT : written, constants, names, byName, unknown, owner);
  }

  private static void add(
      Map<String, Object> byName, String name, Object constant, ComponentKey owner) {
    if (byName.put(name, constant) != null) {
      throw RecordIntrospector.error(
          owner, "two constants have the name " + StringValue.of(name).toShortString());
    }
  }

  private static Field field(Class<?> type, Object constant) {
    try {
      return type.getField(((Enum<?>) constant).name());
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e); // each constant is a field
    }
  }
}
