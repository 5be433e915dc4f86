package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the constant of an enum that is read for unknown names, and for ordinals that no constant
 * has. Without this annotation, unknown names and ordinals are rejected. They are always rejected
 * as keys of a Map and as elements of a Set, because several unknown names would become one key.
 *
 * <pre>{@code
 * enum Biome {
 *   FOREST,
 *   DESERT,
 *   @DefaultConstant
 *   UNKNOWN
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface DefaultConstant {}
