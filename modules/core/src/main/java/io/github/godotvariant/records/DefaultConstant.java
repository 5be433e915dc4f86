package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the default constant of an enum. A codec returns it for an unknown name or ordinal. Without
 * this annotation, the codec rejects such names and ordinals. In keys of a Map and in elements of a
 * Set, the codec always rejects them, because several unknown names would become the same key.
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
