package io.github.godotvariant.jackson;

import tools.jackson.core.FormatFeature;

/** Options for how a {@link GodotGenerator} writes values. All are off by default. */
public enum GodotWriteFeature implements FormatFeature {
  /** Writes property names as StringName instead of String; Godot treats both as the same key. */
  STRING_NAME_KEYS,

  /**
   * Writes integer property names, such as the keys of a {@code Map<Integer, T>}, as int. In Godot,
   * this is a different key than the String of the same digits. To read such a map again, enable
   * {@link GodotReadFeature#STRINGIFY_KEYS}.
   */
  INT_KEYS,

  /**
   * Writes the length of each value in bytes before the value, as an unsigned little-endian 32-bit
   * number. {@code FileAccess.get_var} and {@code StreamPeer.get_var} read this format.
   */
  LENGTH_FRAMED;

  @Override
  public boolean enabledByDefault() {
    return false;
  }

  @Override
  public boolean enabledIn(int flags) {
    return (flags & getMask()) != 0;
  }

  @Override
  public int getMask() {
    return 1 << ordinal();
  }
}
