package io.github.godotvariant.dialect;

/** The major version of Godot to which a dialect belongs. */
public enum Generation {
  /** Godot 3, with class names such as {@code Spatial} and {@code Reference}. */
  GODOT_3,
  /** Godot 4, with class names such as {@code Node3D} and {@code RefCounted}. */
  GODOT_4
}
