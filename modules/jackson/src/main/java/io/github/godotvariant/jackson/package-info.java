/** Godot's bytes as a data format of Jackson, and Godot's values in its other formats. */
@NullMarked
package io.github.godotvariant.jackson;

import org.jspecify.annotations.NullMarked;
