package io.github.godotvariant.jackson;

import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.ContentReference;

/** A location in the input, with the offset and the path within the current value. */
final class GodotLocation extends TokenStreamLocation {
  private static final long serialVersionUID = 1L;

  /** The number of bytes from the start of the current value to this location. */
  private final long valueOffset;

  private final String path;

  /**
   * Creates a location.
   *
   * @param start bytes from the start of the input to the start of the value
   * @param valueOffset bytes from the start of the value to this location
   * @param path the path of this location, such as {@code $.player.items[3]}
   */
  GodotLocation(ContentReference source, long start, long valueOffset, String path) {
    super(source, start + valueOffset, -1, -1, -1);
    this.valueOffset = valueOffset;
    this.path = path;
  }

  long valueOffset() {
    return valueOffset;
  }

  String path() {
    return path;
  }

  @Override
  public StringBuilder appendOffsetDescription(StringBuilder text) {
    return super.appendOffsetDescription(text).append(", ").append(path);
  }
}
