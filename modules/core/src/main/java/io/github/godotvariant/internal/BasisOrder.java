package io.github.godotvariant.internal;

/**
 * Converts between the component order of a Basis, which is column by column, and the row order.
 * The engine's text and most encodings contain the matrix of a Basis, also inside a Transform3D,
 * row by row.
 */
public final class BasisOrder {
  private static final int AXES = 3;
  private static final int BASIS = AXES * AXES;
  private static final int TRANSFORM3D = BASIS + AXES;

  private BasisOrder() {}

  /**
   * Returns the position of a component in row order.
   *
   * @param components the number of components of the math value; it identifies values with a Basis
   * @param component the index of a component
   * @return the index in the other order. The matrix is square, so the method is its own inverse
   */
  public static int transposedIndex(int components, int component) {
    boolean isInBasis = component < BASIS && (components == BASIS || components == TRANSFORM3D);
    return isInBasis ? component % AXES * AXES + component / AXES : component;
  }
}
