package io.github.godotvariant;

/**
 * Signals that a value cannot be written in a dialect or text format. For example, Godot 3 has no
 * {@link Vector2i}.
 */
public non-sealed class InexpressibleVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a position.
   *
   * @param problem the problem, without the position
   * @param byteOffset bytes from the start of the input or output, or {@link #NO_OFFSET}
   * @param path the path in the value, or empty
   */
  public InexpressibleVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
