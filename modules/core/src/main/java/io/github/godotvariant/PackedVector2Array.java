package io.github.godotvariant;

import java.util.Collection;
import java.util.List;

/** A packed array of vectors with 2 floating-point components. */
public final class PackedVector2Array extends PackedVectorArray<Vector2> {
  /** Takes ownership of an array of {@code float} or {@code double}. */
  PackedVector2Array(Object components) {
    super(components, 2);
  }

  /**
   * Creates an array of vectors from 32-bit components.
   *
   * @param components x, y, x, y …; copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 2
   */
  public static PackedVector2Array of(float... components) {
    return new PackedVector2Array(components.clone());
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector2Array of(Vector2... vectors) {
    return copyOf(List.of(vectors));
  }

  /** {@return an empty array of 32-bit components} */
  public static PackedVector2Array of() {
    return new PackedVector2Array(new float[0]);
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector2Array copyOf(Collection<Vector2> vectors) {
    return new PackedVector2Array(PackedStorage.flat(vectors, 2));
  }

  /**
   * Creates an array of 32-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, x, y …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 2
   */
  public static PackedVector2Array unsafeWrap(float[] components) {
    return new PackedVector2Array(components);
  }

  /**
   * Creates an array of 64-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, x, y …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 2
   */
  public static PackedVector2Array unsafeWrap(double[] components) {
    return new PackedVector2Array(components);
  }

  @Override
  Vector2 at(int start) {
    return new Vector2(component(start), component(start + 1));
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_VECTOR2_ARRAY;
  }
}
