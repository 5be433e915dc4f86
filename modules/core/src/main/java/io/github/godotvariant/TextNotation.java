package io.github.godotvariant;

/**
 * The editions of the engine's text notation: the text that {@code var_to_str} ({@code var2str} in
 * Godot 3) writes. Tests compare the output with running engines of the releases named here,
 * character by character.
 */
public enum TextNotation {
  /**
   * Godot 3.2. Differs from {@link #GODOT_3} in three ways: minus infinity is {@code -inf} and a
   * NaN with a sign is {@code -nan}, neither of which any Godot 3 can read back, and an empty
   * dictionary has one more line.
   */
  GODOT_3_2,

  /** Godot 3.6. Numbers with a decimal point are rounded to 6 digits. */
  GODOT_3,

  /** Godot 4.6. */
  GODOT_4;

  /** {@return whether this is a notation of Godot 3} */
  boolean isGodot3() {
    return this != GODOT_4;
  }
}
