package io.github.godotvariant;

/** The rule for equal dictionary keys, which differs between engines. */
public enum KeyRule {
  /**
   * Equal dictionaries are the same key, also inside other keys. A key that contains a float NaN,
   * as an element or value of an array or dictionary, differs from all other keys.
   */
  GODOT_4,
  /**
   * Two dictionaries are always different keys, even if they are equal or the same Java instance.
   * The engine compares them by identity, but values in this library have no identity. A NaN inside
   * a key equals every other NaN.
   */
  GODOT_3
}
