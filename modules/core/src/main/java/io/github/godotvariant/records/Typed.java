package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a List, a Set, an array or a Map as a typed Array or Dictionary: {@code @Typed List<Long>}
 * is an {@code Array[int]} in Godot. A codec always reads both typed and untyped containers, also
 * without this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.TYPE_USE,
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.PARAMETER
})
public @interface Typed {}
