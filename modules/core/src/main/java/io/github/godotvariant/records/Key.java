package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The text that is written for a component, record or constant: the key of a component, the value
 * of the type key for a record of a sealed interface, or the name of an enum's constant.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE})
public @interface Key {
  /**
   * Returns the text.
   *
   * @return any text, which may be empty
   */
  String value();
}
