/**
 * A Jackson data format for Godot's binary format, and a Jackson module that supports Godot's
 * values in other data formats.
 */
@NullMarked
package io.github.godotvariant.jackson;

import org.jspecify.annotations.NullMarked;
