package io.github.godotvariant.jackson;

import tools.jackson.core.FormatFeature;

/** How a {@link GodotParser} shows what Jackson has no tokens of its own for. All are off. */
public enum GodotReadFeature implements FormatFeature {
  /**
   * Vectors, rectangles, transforms and colors are objects of their parts, as {@code {"x": 1.0,
   * "y": 2.0}}, and not embedded.
   */
  EXPAND_MATH_TYPES,

  /**
   * Packed arrays are arrays of their elements, and not embedded. PackedByteArray is binary
   * nevertheless.
   */
  EXPAND_PACKED_ARRAYS,

  /**
   * A key that is no text is a name in the engine's notation, such as {@code 1} or {@code
   * Vector2i(3, 4)}; two keys may then have the same name. Without this and {@link #KEYS_AS_PAIRS}
   * it is an exception.
   */
  STRINGIFY_KEYS,

  /**
   * A dictionary with a key that is no text is an array of arrays of two, key and value. What comes
   * first in the input is then read as a whole before its first token: of keys that come twice the
   * last counts, and all locations in it are that of its start. Comes before {@link
   * #STRINGIFY_KEYS}.
   */
  KEYS_AS_PAIRS,

  /**
   * Each value of the input stands behind its length in bytes, an unsigned number of 32 bits,
   * little end first: what {@code FileAccess.store_var} and {@code StreamPeer.put_var} write. A
   * stream is then read only as far as the values that were asked for.
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
