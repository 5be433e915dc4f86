package io.github.godotvariant;

/**
 * A color with red, green, blue and alpha, which are not clamped. All engines use 32 bits for each
 * component, even those built with double precision, so writers round components to 32 bits. Only
 * the dialects of Godot's manual have colors with 64-bit components. Two colors are equal if all
 * components have the same bits.
 *
 * @param r red, usually 0 to 1
 * @param g green
 * @param b blue
 * @param a alpha: 0 is transparent, 1 is opaque
 */
public record Color(double r, double g, double b, double a) implements RealShape {
  @Override
  public double[] toDoubles() {
    return new double[] {r, g, b, a};
  }

  @Override
  public VariantType type() {
    return VariantType.COLOR;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Color that && PackedStorage.equalBits(toDoubles(), that.toDoubles());
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(this);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
