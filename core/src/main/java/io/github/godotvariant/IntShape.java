package io.github.godotvariant;

/** A fixed number of 32-bit integer components. */
public sealed interface IntShape extends Variant permits Vector2i, Vector3i, Vector4i, Rect2i {

  /**
   * The components in the order in which the record declares them, part by part.
   *
   * @return a new array
   */
  int[] toArray();
}
