package io.github.godotvariant.dialect;

/** Which containers can carry element types in their headers. */
public enum ContainerTyping {
  /** None: the header bits are ignored. */
  NONE,
  /** Arrays, since Godot 4.3. */
  ARRAYS,
  /** Arrays and dictionaries, since Godot 4.4. */
  ARRAYS_AND_DICTIONARIES
}
