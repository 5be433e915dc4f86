package io.github.godotvariant;

import io.github.godotvariant.internal.Reals;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Vectors of real components, stored flat: x, y, x, y … They keep the precision they were made or
 * read in, 32 or 64 bits a component. Equality is by the bits of the components in 64 bits,
 * whatever they are stored in.
 *
 * @param <V> the vector type
 */
public abstract sealed class PackedVectorArray<V extends Variant> implements PackedArray
    permits PackedVector2Array, PackedVector3Array, PackedVector4Array {
  private final float @Nullable [] singles;
  private final double @Nullable [] doubles;
  private final int dimensions;
  private final int size;

  PackedVectorArray(float[] components, int dimensions) {
    this.singles = components;
    this.doubles = null;
    this.dimensions = dimensions;
    this.size = whole(components.length, dimensions);
  }

  PackedVectorArray(double[] components, int dimensions) {
    this.singles = null;
    this.doubles = components;
    this.dimensions = dimensions;
    this.size = whole(components.length, dimensions);
  }

  private static int whole(int components, int dimensions) {
    if (components % dimensions != 0) {
      throw new IllegalArgumentException(
          components + " components do not make vectors of " + dimensions);
    }
    return components / dimensions;
  }

  @Override
  public int size() {
    return size;
  }

  /**
   * How many components a vector has.
   *
   * @return 2, 3 or 4
   */
  public int dimensions() {
    return dimensions;
  }

  /**
   * Whether the components are stored in 64 bits.
   *
   * @return true for 64 bits, false for 32
   */
  public boolean isDoublePrecision() {
    return doubles != null;
  }

  /**
   * A vector.
   *
   * @param index 0 to {@code size() - 1}
   * @return the vector
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public abstract V get(int index);

  /** One component; from 32 bits it keeps the bits of a NaN. */
  final double component(int vector, int which) {
    int at = Objects.checkIndex(vector, size) * dimensions + which;
    if (doubles != null) {
      return doubles[at];
    }
    return Reals.widen(Objects.requireNonNull(singles)[at]);
  }

  /**
   * The vectors.
   *
   * @return an unmodifiable view
   */
  public List<V> asList() {
    return Parts.view(size(), this::get);
  }

  /**
   * All components in 32 bits: a narrowing where they were stored in 64.
   *
   * @return a copy, {@code size() * dimensions()} long
   */
  public float[] toFloatArray() {
    if (singles != null) {
      return singles.clone();
    }
    double[] from = Objects.requireNonNull(doubles);
    float[] copy = new float[from.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = Reals.narrow(from[i]);
    }
    return copy;
  }

  /**
   * All components in 64 bits.
   *
   * @return a copy, {@code size() * dimensions()} long
   */
  public double[] toDoubleArray() {
    if (doubles != null) {
      return doubles.clone();
    }
    float[] from = Objects.requireNonNull(singles);
    double[] copy = new double[from.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = Reals.widen(from[i]);
    }
    return copy;
  }

  /**
   * All components in 32 bits, without a copy where they are stored so.
   *
   * @return a read-only buffer, {@code size() * dimensions()} long
   */
  public FloatBuffer asFloatBuffer() {
    return FloatBuffer.wrap(singles != null ? singles : toFloatArray()).asReadOnlyBuffer();
  }

  /**
   * All components in 64 bits, without a copy where they are stored so.
   *
   * @return a read-only buffer, {@code size() * dimensions()} long
   */
  public DoubleBuffer asDoubleBuffer() {
    return DoubleBuffer.wrap(doubles != null ? doubles : toDoubleArray()).asReadOnlyBuffer();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof PackedVectorArray<?> that)
        || dimensions != that.dimensions
        || size != that.size) {
      return false;
    }
    if (singles != null && that.singles != null) {
      return Bits.same(singles, that.singles);
    }
    return Bits.same(
        doubles != null ? doubles : toDoubleArray(),
        that.doubles != null ? that.doubles : that.toDoubleArray());
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(type()).add(size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < dimensions; j++) {
        hash.add(Double.doubleToRawLongBits(component(i, j)));
      }
    }
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextForm.of(this);
  }
}
