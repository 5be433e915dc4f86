package io.github.godotvariant.dialect;

/**
 * The encoded size of a floating-point component, such as {@code x} of a Vector2. The engine's type
 * of these components is {@code real_t}.
 */
public enum RealPrecision {
  /** 32 bits. Official builds of the engine write this size. */
  SINGLE,
  /**
   * 64 bits. Engines built with {@code precision=double} write this size. Godot 4 marks these
   * values with header bit 16, which is {@code ENCODE_FLAG_64} for int and float. In the dialects
   * of the manual, no bit marks these values, and the components of colors have 64 bits too.
   */
  DOUBLE
}
