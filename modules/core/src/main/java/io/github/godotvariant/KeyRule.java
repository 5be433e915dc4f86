package io.github.godotvariant;

/** Which keys of a dictionary are the same, where engines do not agree about it. */
public enum KeyRule {
  /**
   * Equal dictionaries are one key, also inside of other keys. A NaN inside of a key makes it
   * differ from all others.
   */
  GODOT_4,
  /**
   * Any two dictionaries are two keys, even if they are equal, and even if they are one instance
   * here: values have no identity as the engine's have. A NaN inside of a key is the same as
   * another.
   */
  GODOT_3
}
