package io.github.godotvariant.dialect;

/**
 * The containers whose header can declare the types of their elements, as in {@code Array[int]}.
 */
public enum ContainerTyping {
  /** No containers. Readers ignore the header bits that declare element types in newer releases. */
  NONE,
  /** Arrays, since Godot 4.3. */
  ARRAYS,
  /** Arrays and dictionaries, since Godot 4.4. */
  ARRAYS_AND_DICTIONARIES
}
