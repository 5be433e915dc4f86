package io.github.godotvariant.dialect;

/** How many bits a component of a real_t type takes when written. */
public enum RealPrecision {
  /** 32 bits: what official engine builds write. */
  SINGLE,
  /**
   * 64 bits: what engines built with {@code precision=double} write. Godot 4 marks them by header
   * bit 16, the one that is {@code ENCODE_FLAG_64} for int and float. The manual has no mark for
   * them, and doubles the components of colors as well.
   */
  DOUBLE
}
