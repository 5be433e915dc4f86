package io.github.godotvariant;

/**
 * The rule that decides whether two keys of a dictionary are the same key. Godot 3 and Godot 4 have
 * different rules.
 */
public enum KeyRule {
  /**
   * Dictionaries with equal content are the same key, also inside other keys. An array or
   * dictionary that contains a float NaN as an element or value differs from all other keys.
   */
  GODOT_4,
  /**
   * Two dictionaries are always different keys, even if they are equal or the same Java instance.
   * The engine compares dictionaries by identity, but values in this library have no identity. A
   * NaN inside a key equals every other NaN.
   */
  GODOT_3
}
