package io.github.godotvariant.dialect;

/** The engine that a dialect is for, or the one that its manual describes. */
public enum Generation {
  /** Classes are {@code Spatial}, {@code Reference}. */
  GODOT_3,
  /** Classes are {@code Node3D}, {@code RefCounted}. */
  GODOT_4
}
