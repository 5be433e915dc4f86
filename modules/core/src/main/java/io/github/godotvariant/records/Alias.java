package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares other names for a component, a record or a constant of an enum, for example former
 * names: {@code @Alias({"health", "hitpoints"}) int hp}. A codec accepts these names when it reads,
 * but never writes them. If a Dictionary contains several names of the same component, the codec
 * uses the last pair, as for duplicate keys.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE})
public @interface Alias {
  /**
   * Returns the other names. For a component, the names are keys. For a record of a sealed
   * interface, they are values of the {@linkplain GodotRecord#typeKey() type key}, which names the
   * type of the record. For a constant, they are names of the constant.
   *
   * @return any texts
   */
  String[] value();
}
