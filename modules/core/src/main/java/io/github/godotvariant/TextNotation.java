package io.github.godotvariant;

/**
 * The engine's notation of values as text, in the editions of its releases: what {@code var_to_str}
 * ({@code var2str} in Godot 3) writes. Held to running engines of the releases named here,
 * character by character.
 */
public enum TextNotation {
  /**
   * Godot 3.2. As {@link #GODOT_3}, but minus infinity is {@code -inf} and a NaN with a sign {@code
   * -nan}, neither of which any Godot 3 reads back, and an empty dictionary has one line more.
   */
  GODOT_3_2,

  /** Godot 3.6. Numbers with a point are rounded to 6 digits. */
  GODOT_3,

  /** Godot 4.6. */
  GODOT_4;

  /** Whether this is a notation of Godot 3. */
  boolean isOld() {
    return this != GODOT_4;
  }
}
