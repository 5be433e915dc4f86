package io.github.godotvariant.dialect;

/** The encoded size of a component of a real_t type. */
public enum RealPrecision {
  /** 32 bits. Official builds of the engine write this size. */
  SINGLE,
  /**
   * 64 bits. Engines built with {@code precision=double} write this size. Godot 4 marks these
   * values with header bit 16, which is {@code ENCODE_FLAG_64} for int and float. The manual
   * defines no mark for these values and also uses 64 bits for the components of colors.
   */
  DOUBLE
}
