package io.github.godotvariant;

/**
 * A vector of four 32-bit integers.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 * @param w w component
 */
public record Vector4i(int x, int y, int z, int w) implements IntShape {
  @Override
  public int[] toArray() {
    return new int[] {x, y, z, w};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR4I;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.VECTOR4I, x, y, z, w);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
