package io.github.godotvariant.internal;

/**
 * The matrix of a Basis row by row, as it stands in the engine's text and on most wires, also
 * inside a Transform3D. Its components are counted column by column.
 */
public final class Rows {
  private static final int AXES = 3;
  private static final int BASIS = AXES * AXES;
  private static final int TRANSFORM3D = BASIS + AXES;

  private Rows() {}

  /**
   * Where a component of a shape stands.
   *
   * @param components how many the shape has, which tells those with a Basis from others
   * @param component the index of one
   * @return an index as well; as the matrix is square, this is its own inverse
   */
  public static int place(int components, int component) {
    boolean isInBasis = component < BASIS && (components == BASIS || components == TRANSFORM3D);
    return isInBasis ? component % AXES * AXES + component / AXES : component;
  }
}
