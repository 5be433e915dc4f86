/**
 * A Jackson data format for Godot's bytes, and a Jackson module that supports Godot's values in
 * other formats.
 */
@NullMarked
package io.github.godotvariant.jackson;

import org.jspecify.annotations.NullMarked;
