package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The former names of a component, record or constant, which are read but not written:
 * {@code @Alias({"health", "hitpoints"}) int hp}. If a Dictionary has several keys of a component,
 * the last pair counts, as for duplicate keys.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE})
public @interface Alias {
  /**
   * Returns the former names: keys of a component, values of the type key for a record of a sealed
   * interface, or names of an enum's constant.
   *
   * @return any texts
   */
  String[] value();
}
