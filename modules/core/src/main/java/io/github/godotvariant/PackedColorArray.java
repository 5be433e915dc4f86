package io.github.godotvariant;

import java.util.Collection;
import java.util.List;

/**
 * A packed array of colors. The components are stored flat: r, g, b, a, r, g … All engines use 32
 * bits for each component, even those built with double precision; see {@link Color}.
 */
public final class PackedColorArray extends PackedVectorArray<Color> {
  /** Takes ownership of an array of {@code float} or {@code double}. */
  PackedColorArray(Object components) {
    super(components, 4);
  }

  /**
   * Creates an array of colors from 32-bit components.
   *
   * @param components r, g, b, a, r, g …; copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedColorArray of(float... components) {
    return new PackedColorArray(components.clone());
  }

  /**
   * Creates an array of colors with 64-bit components. A writer for 32-bit colors rounds the
   * components.
   *
   * @param colors the colors; copied
   * @return the array
   */
  public static PackedColorArray of(Color... colors) {
    return copyOf(List.of(colors));
  }

  /** {@return an empty array of 32-bit components} */
  public static PackedColorArray of() {
    return new PackedColorArray(new float[0]);
  }

  /**
   * Creates an array of colors with 64-bit components. A writer for 32-bit colors rounds the
   * components.
   *
   * @param colors the colors; copied
   * @return the array
   */
  public static PackedColorArray copyOf(Collection<Color> colors) {
    return new PackedColorArray(PackedStorage.flat(colors, 4));
  }

  /**
   * Creates an array of 32-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components r, g, b, a, r, g …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedColorArray unsafeWrap(float[] components) {
    return new PackedColorArray(components);
  }

  /**
   * Creates an array of 64-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components r, g, b, a, r, g …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedColorArray unsafeWrap(double[] components) {
    return new PackedColorArray(components);
  }

  @Override
  Color at(int start) {
    return new Color(
        component(start), component(start + 1), component(start + 2), component(start + 3));
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_COLOR_ARRAY;
  }
}
