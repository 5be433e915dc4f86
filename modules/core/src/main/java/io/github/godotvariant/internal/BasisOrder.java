package io.github.godotvariant.internal;

/**
 * Converts indexes of the components of a Basis between two orders. This library orders the
 * components column by column, and the engine orders them row by row. In the engine's text and in
 * most encodings, the matrix of a Basis, also in a Transform3D, is written row by row.
 */
public final class BasisOrder {
  private static final int AXES = 3;
  private static final int BASIS = AXES * AXES;
  private static final int TRANSFORM3D = BASIS + AXES;

  private BasisOrder() {}

  /**
   * Converts the index of a component from column order to row order, or from row order to column
   * order.
   *
   * @param components the number of components of the math value, which tells whether the value
   *     contains a Basis
   * @param component the index of a component, in either order
   * @return the index in the other order; the same index for a component outside a Basis. The
   *     matrix is square, so both directions are the same calculation
   */
  public static int transposedIndex(int components, int component) {
    boolean isInBasis = component < BASIS && (components == BASIS || components == TRANSFORM3D);
    return isInBasis ? component % AXES * AXES + component / AXES : component;
  }
}
