package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a List or Set as a packed array: {@code @Packed List<Vector2> track}. Arrays of primitives
 * need none of it; {@code String[]} and arrays of vectors and colors may have it as well. Packed
 * arrays are for bytes, ints, longs, floats, doubles, Strings, Vector2, Vector3, Vector4 and Color.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Packed {}
