package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a List, a Set or an array as a packed array: {@code @Packed List<Vector2> track}. The
 * elements are Byte, Integer, Long, Float, Double, String, Vector2, Vector3, Vector4 or Color.
 * Arrays of primitive types are packed without this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.TYPE_USE,
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.PARAMETER
})
public @interface Packed {}
