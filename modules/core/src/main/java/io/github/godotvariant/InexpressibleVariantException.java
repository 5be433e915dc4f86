package io.github.godotvariant;

/** A value that the dialect has no way to write, such as a {@link Vector2i} for Godot 3. */
public non-sealed class InexpressibleVariantException extends VariantException {
  private static final long serialVersionUID = 1L;

  /**
   * With a place.
   *
   * @param problem what is wrong, without the place
   * @param byteOffset bytes from the start of the input or output, or {@link #NO_OFFSET}
   * @param path the place in the value, or empty
   */
  public InexpressibleVariantException(String problem, long byteOffset, String path) {
    super(problem, byteOffset, path);
  }
}
