package io.github.godotvariant.jackson;

import tools.jackson.core.FormatFeature;

/** How a {@link GodotGenerator} writes what Godot has several forms for. All are off. */
public enum GodotWriteFeature implements FormatFeature {
  /** Names of properties are written as StringName, which is the same key, and not as String. */
  STRING_NAME_KEYS,

  /**
   * Names that are integers to Jackson, as keys of a {@code Map<Integer, T>} are, are written as
   * int, which is another key than the text of its digits. To be read as a map again it takes
   * {@link GodotReadFeature#STRINGIFY_KEYS}.
   */
  INT_KEYS,

  /**
   * Each value is written behind its length in bytes, an unsigned number of 32 bits, little end
   * first, as {@code FileAccess.store_var} and {@code StreamPeer.put_var} do.
   */
  LENGTH_FRAMED;

  private final int mask = 1 << ordinal();

  static int defaults() {
    return 0;
  }

  @Override
  public boolean enabledByDefault() {
    return false;
  }

  @Override
  public boolean enabledIn(int flags) {
    return (flags & mask) != 0;
  }

  @Override
  public int getMask() {
    return mask;
  }
}
