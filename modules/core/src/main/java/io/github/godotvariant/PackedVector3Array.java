package io.github.godotvariant;

import java.util.Collection;
import java.util.List;

/** A packed array of vectors with 3 floating-point components. */
public final class PackedVector3Array extends PackedVectorArray<Vector3> {
  /** Takes ownership of an array of {@code float} or {@code double}. */
  PackedVector3Array(Object components) {
    super(components, 3);
  }

  /**
   * Creates an array of vectors from 32-bit components.
   *
   * @param components x, y, z, x, y, z …; copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 3
   */
  public static PackedVector3Array of(float... components) {
    return new PackedVector3Array(components.clone());
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector3Array of(Vector3... vectors) {
    return copyOf(List.of(vectors));
  }

  /** {@return an empty array of 32-bit components} */
  public static PackedVector3Array of() {
    return new PackedVector3Array(new float[0]);
  }

  /**
   * Creates an array of vectors with 64-bit components. A writer with single precision rounds the
   * components.
   *
   * @param vectors the vectors; copied
   * @return the array
   */
  public static PackedVector3Array copyOf(Collection<Vector3> vectors) {
    return new PackedVector3Array(PackedStorage.flat(vectors, 3));
  }

  /**
   * Creates an array of 32-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, z, x, y, z …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 3
   */
  public static PackedVector3Array unsafeWrap(float[] components) {
    return new PackedVector3Array(components);
  }

  /**
   * Creates an array of 64-bit components that takes ownership of the argument. The argument must
   * not change afterwards.
   *
   * @param components x, y, z, x, y, z …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is not a multiple of 3
   */
  public static PackedVector3Array unsafeWrap(double[] components) {
    return new PackedVector3Array(components);
  }

  @Override
  Vector3 at(int start) {
    return new Vector3(component(start), component(start + 1), component(start + 2));
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_VECTOR3_ARRAY;
  }
}
