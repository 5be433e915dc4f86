package io.github.godotvariant.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares in the bytes what the elements of a List, Set, array or Map are: {@code @Typed
 * List<Long>} is an {@code Array[int]} in Godot. Typed and untyped containers are read, with this
 * and without.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Typed {}
