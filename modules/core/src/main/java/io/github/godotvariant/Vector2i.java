package io.github.godotvariant;

/**
 * A vector of two 32-bit integers.
 *
 * @param x x component
 * @param y y component
 */
public record Vector2i(int x, int y) implements IntShape {
  @Override
  public int[] toArray() {
    return new int[] {x, y};
  }

  @Override
  public VariantType type() {
    return VariantType.VECTOR2I;
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(VariantType.VECTOR2I, x, y);
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
