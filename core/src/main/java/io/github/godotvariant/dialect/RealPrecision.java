package io.github.godotvariant.dialect;

/** How many bits a component of a real_t type takes when written. */
public enum RealPrecision {
  /** 32 bits: what official engine builds write. */
  SINGLE,
  /** 64 bits: what engines built with {@code precision=double} write. */
  DOUBLE
}
