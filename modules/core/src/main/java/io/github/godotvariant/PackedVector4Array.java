package io.github.godotvariant;

import java.util.Collection;
import java.util.List;

/** A packed array of vectors with 4 floating-point components. */
public final class PackedVector4Array extends PackedVectorArray<Vector4> {
  /** Takes ownership of an array of {@code float} or {@code double}. */
  PackedVector4Array(Object components) {
    super(components, 4);
  }

  /**
   * Creates an array of vectors from 32-bit components.
   *
   * @param components x, y, z, w, x, y, z, w …; copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedVector4Array of(float... components) {
    return new PackedVector4Array(components.clone());
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector4Array of(Vector4... vectors) {
    return copyOf(List.of(vectors));
  }

  /** {@return an empty array of 32-bit components} */
  public static PackedVector4Array of() {
    return new PackedVector4Array(new float[0]);
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector4Array copyOf(Collection<Vector4> vectors) {
    return new PackedVector4Array(PackedStorage.flat(vectors, 4));
  }

  /**
   * Creates an array of 32-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, z, w, x, y, z, w …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedVector4Array unsafeWrap(float[] components) {
    return new PackedVector4Array(components);
  }

  /**
   * Creates an array of 64-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, z, w, x, y, z, w …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 4
   */
  public static PackedVector4Array unsafeWrap(double[] components) {
    return new PackedVector4Array(components);
  }

  @Override
  Vector4 at(int start) {
    return new Vector4(
        component(start), component(start + 1), component(start + 2), component(start + 3));
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_VECTOR4_ARRAY;
  }
}
