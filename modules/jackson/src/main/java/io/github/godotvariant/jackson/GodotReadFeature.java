package io.github.godotvariant.jackson;

import tools.jackson.core.FormatFeature;

/** Options for how a {@link GodotParser} represents Godot's values. All are off by default. */
public enum GodotReadFeature implements FormatFeature {
  /**
   * Represents vectors, rectangles, transforms and colors as objects of their components, for
   * example {@code {"x": 1.0, "y": 2.0}}, instead of embedded objects.
   */
  EXPAND_MATH_TYPES,

  /**
   * Represents packed arrays as arrays of their elements instead of embedded objects. A
   * PackedByteArray remains binary.
   */
  EXPAND_PACKED_ARRAYS,

  /**
   * Converts a dictionary key that is not a string to a property name in Godot's text notation,
   * such as {@code 1} or {@code Vector2i(3, 4)}. Two keys can then have the same name. Without this
   * feature and {@link #KEYS_AS_PAIRS}, the parser throws an exception for such a key.
   */
  STRINGIFY_KEYS,

  /**
   * If a dictionary has a key that is not a string, represents the dictionary as an array of pairs.
   * Each pair is an array of a key and a value. The parser then reads each outermost container
   * completely before its first token. If a key occurs several times, the last value is used. Each
   * location inside the container is the location of the container's start. This feature takes
   * precedence over {@link #STRINGIFY_KEYS}.
   */
  KEYS_AS_PAIRS,

  /**
   * Expects the length of each value in bytes before the value, as an unsigned little-endian 32-bit
   * number. {@code FileAccess.store_var} and {@code StreamPeer.put_var} write this format. The
   * parser then reads a stream only to the end of the requested values.
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
