package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a String or the name of an enum's constant as a StringName: {@code @AsStringName String
 * state}, {@code List<@AsStringName String> tags}. A codec always reads both types, String and
 * StringName, also without this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.TYPE_USE,
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.PARAMETER
})
public @interface AsStringName {}
