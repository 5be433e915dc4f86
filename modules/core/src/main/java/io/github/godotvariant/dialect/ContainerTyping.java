package io.github.godotvariant.dialect;

/** The containers that can declare element types in their headers. */
public enum ContainerTyping {
  /** No containers. The header bits are ignored. */
  NONE,
  /** Arrays, since Godot 4.3. */
  ARRAYS,
  /** Arrays and dictionaries, since Godot 4.4. */
  ARRAYS_AND_DICTIONARIES
}
