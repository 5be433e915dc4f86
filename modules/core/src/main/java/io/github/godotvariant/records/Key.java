package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the text that a codec writes for a component, a record or a constant of an enum. For a
 * component, the text is the key. For a record of a sealed interface, it is the value of the
 * {@linkplain GodotRecord#typeKey() type key}, which names the type of the record. For a constant,
 * the codec writes this text instead of the Java name.
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
