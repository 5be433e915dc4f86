package io.github.godotvariant;

/**
 * The versions of the engine's text notation, which {@code var_to_str} ({@code var2str} in Godot 3)
 * writes. For each constant, tests compare the texts of this library with the texts of a running
 * engine of this release, character by character.
 */
public enum TextNotation {
  /**
   * Godot 3.2. Three texts differ from {@link #GODOT_3}. Minus infinity is {@code -inf} and a NaN
   * with a sign is {@code -nan}; Godot 3 cannot read these two texts. The text of an empty
   * dictionary has one more line break.
   */
  GODOT_3_2,

  /**
   * Godot 3.6. As in 3.2, floats and floating-point components are rounded to 32 bits, and then to
   * 6 digits.
   */
  GODOT_3,

  /** Godot 4.6. */
  GODOT_4;

  /** {@return whether this is a notation of Godot 3} */
  boolean isGodot3() {
    return this != GODOT_4;
  }
}
