package io.github.godotvariant;

/**
 * A vector of three 32-bit integers.
 *
 * @param x x component
 * @param y y component
 * @param z z component
 */
public record Vector3i(int x, int y, int z) implements IntShape {
  @Override
  public int[] toArray() {
    return new int[] {x, y, z};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR3I;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.VECTOR3I, x, y, z);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
