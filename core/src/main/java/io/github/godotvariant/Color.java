package io.github.godotvariant;

/**
 * A colour. Always 32-bit floats, also in double-precision builds; not clamped. Equality is by
 * bits.
 *
 * @param r red, usually 0 to 1
 * @param g green
 * @param b blue
 * @param a alpha: 0 transparent, 1 opaque
 */
public record Color(float r, float g, float b, float a) implements Variant {
  @Override
  public VariantType type() {
    return VariantType.COLOR;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Color that
        && Bits.same(r, that.r)
        && Bits.same(g, that.g)
        && Bits.same(b, that.b)
        && Bits.same(a, that.a);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * Float.hashCode(r) + Float.hashCode(g)) + Float.hashCode(b))
        + Float.hashCode(a);
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
