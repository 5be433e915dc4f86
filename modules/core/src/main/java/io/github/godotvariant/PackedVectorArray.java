package io.github.godotvariant;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A packed array of vectors or colors. The components are stored flat: x, y, x, y … The array keeps
 * the precision with which the array was created or read: 32 or 64 bits for each component.
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

  /** {@return whether the components are stored in 64 bits, not in 32 bits} */
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
  public final V get(int index) {
    return at(Objects.checkIndex(index, size()) * dimensions);
  }

  /** {@return the element whose first component is at an index} */
  abstract V at(int start);

  /** {@return a component by its index among the components of all elements} */
  final double component(int index) {
    return PackedStorage.doubleAt(storage, index);
  }

  @Override
  final Variant element(int index) {
    return get(index);
  }

  /** {@return an unmodifiable view of the vectors or colors} */
  public List<V> asList() {
    return view(this::get);
  }

  /**
   * Returns all components in 32 bits. Components that are stored in 64 bits are rounded.
   *
   * @return a copy, with 2, 3 or 4 components for each element
   */
  public float[] toFloatArray() {
    return storage instanceof float[] floats ? floats.clone() : PackedStorage.floats(storage);
  }

  /**
   * Returns all components in 64 bits.
   *
   * @return a copy, with 2, 3 or 4 components for each element
   */
  public double[] toDoubleArray() {
    return storage instanceof double[] doubles ? doubles.clone() : PackedStorage.doubles(storage);
  }

  /**
   * Returns a view of all components in 32 bits. Components that are stored in 64 bits are first
   * copied and rounded.
   *
   * @return a read-only buffer, with 2, 3 or 4 components for each element
   */
  public FloatBuffer asFloatBuffer() {
    return FloatBuffer.wrap(PackedStorage.floats(storage)).asReadOnlyBuffer();
  }

  /**
   * Returns a view of all components in 64 bits. Components that are stored in 32 bits are first
   * copied.
   *
   * @return a read-only buffer, with 2, 3 or 4 components for each element
   */
  public DoubleBuffer asDoubleBuffer() {
    return DoubleBuffer.wrap(PackedStorage.doubles(storage)).asReadOnlyBuffer();
  }
}
