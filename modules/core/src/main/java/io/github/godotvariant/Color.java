package io.github.godotvariant;

import io.github.godotvariant.internal.Reals;

/**
 * A colour. Always 32-bit floats, also in double-precision builds; not clamped. Equality is by
 * bits.
 *
 * @param r red, usually 0 to 1
 * @param g green
 * @param b blue
 * @param a alpha: 0 transparent, 1 opaque
 */
public record Color(float r, float g, float b, float a) implements Shape {
  static Color of(double... c) {
    Parts.checkCount(VariantType.COLOR, c.length);
    return new Color(
        Reals.narrow(c[0]), Reals.narrow(c[1]), Reals.narrow(c[2]), Reals.narrow(c[3]));
  }

  @Override
  public double[] toDoubles() {
    return new double[] {Reals.widen(r), Reals.widen(g), Reals.widen(b), Reals.widen(a)};
  }

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
    return KeyedHash.of(
        VariantType.COLOR,
        Float.floatToRawIntBits(r),
        Float.floatToRawIntBits(g),
        Float.floatToRawIntBits(b),
        Float.floatToRawIntBits(a));
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
