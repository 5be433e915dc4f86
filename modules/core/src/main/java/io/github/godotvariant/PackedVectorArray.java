package io.github.godotvariant;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Objects;

/**
 * Vectors or colors, whose components are stored flat: x, y, x, y … The array keeps the precision
 * in which it was created or read, 32 or 64 bits for each component.
 *
 * @param <V> the type of the vectors or colors
 */
public abstract sealed class PackedVectorArray<V extends RealShape> extends PackedArray
    permits PackedVector2Array, PackedVector3Array, PackedVector4Array, PackedColorArray {
  private final int dimensions;

  PackedVectorArray(Object components, int dimensions) {
    super(components, dimensions);
    this.dimensions = dimensions;
  }

  /**
   * Returns the number of components of a vector or color.
   *
   * @return 2, 3 or 4
   */
  public int dimensions() {
    return dimensions;
  }

  /**
   * Returns whether the components are stored in 64 bits.
   *
   * @return true for 64 bits, false for 32
   */
  public boolean isDoublePrecision() {
    return storage instanceof double[];
  }

  /**
   * Returns a vector or color.
   *
   * @param index 0 to {@code size() - 1}
   * @return the element
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public abstract V get(int index);

  /** {@return the index of the first component of a vector} */
  final int start(int index) {
    return Objects.checkIndex(index, size()) * dimensions;
  }

  /** {@return a component by its index among all} */
  final double component(int at) {
    return PackedStorage.doubleAt(storage, at);
  }

  @Override
  final Variant element(int index) {
    return get(index);
  }

  /**
   * Returns the vectors or colors.
   *
   * @return an unmodifiable view
   */
  public List<V> asList() {
    return view(this::get);
  }

  /**
   * Returns all components in 32 bits, rounded if they are stored in 64.
   *
   * @return a copy, {@code size() * dimensions()} long
   */
  public float[] toFloatArray() {
    return storage instanceof float[] floats ? floats.clone() : PackedStorage.floats(storage);
  }

  /**
   * Returns all components in 64 bits.
   *
   * @return a copy, {@code size() * dimensions()} long
   */
  public double[] toDoubleArray() {
    return storage instanceof double[] doubles ? doubles.clone() : PackedStorage.doubles(storage);
  }

  /**
   * Returns all components in 32 bits, without a copy if they are stored in 32 bits.
   *
   * @return a read-only buffer, {@code size() * dimensions()} long
   */
  public FloatBuffer asFloatBuffer() {
    return FloatBuffer.wrap(PackedStorage.floats(storage)).asReadOnlyBuffer();
  }

  /**
   * Returns all components in 64 bits, without a copy if they are stored in 64 bits.
   *
   * @return a read-only buffer, {@code size() * dimensions()} long
   */
  public DoubleBuffer asDoubleBuffer() {
    return DoubleBuffer.wrap(PackedStorage.doubles(storage)).asReadOnlyBuffer();
  }
}
