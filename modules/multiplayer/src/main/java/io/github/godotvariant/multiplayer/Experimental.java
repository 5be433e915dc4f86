package io.github.godotvariant.multiplayer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks API that may change with any release of this library, or stop working with any release of
 * Godot. The reason is that Godot documents the protocol as internal.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Experimental
public @interface Experimental {}
