package io.github.godotvariant.dialect;

/** Whose names the classes of full objects and their properties have. */
public enum ClassNaming {
  /** {@code Spatial}, {@code Reference}. */
  GODOT_3,
  /** {@code Node3D}, {@code RefCounted}. */
  GODOT_4
}
