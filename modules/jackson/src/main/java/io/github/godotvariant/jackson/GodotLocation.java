package io.github.godotvariant.jackson;

import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.ContentReference;

/** A place in the input that says where in the value it is as well. */
final class GodotLocation extends TokenStreamLocation {
  private static final long serialVersionUID = 1L;

  /** Such as {@code $.player.items[3]}. */
  private final String path;

  GodotLocation(ContentReference source, long byteOffset, String path) {
    super(source, byteOffset, -1, -1, -1);
    this.path = path;
  }

  @Override
  public StringBuilder appendOffsetDescription(StringBuilder text) {
    return super.appendOffsetDescription(text).append(", ").append(path);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GodotLocation that && path.equals(that.path) && super.equals(other);
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + path.hashCode();
  }
}
