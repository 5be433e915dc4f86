package io.github.godotvariant.engines;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.Variant;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A bug of Godot 3: it does not write the padding after names of a node path. */
final class UnwrittenPadding {
  private UnwrittenPadding() {}

  /** {@return whether a value is or contains a node path with a padded name} */
  static boolean in(Variant value) {
    return Parts.any(value, part -> part instanceof NodePath path && isPadded(path));
  }

  private static boolean isPadded(NodePath path) {
    return Stream.concat(path.names().stream(), path.subnames().stream())
        .anyMatch(name -> name.getBytes(StandardCharsets.UTF_8).length % 4 != 0);
  }
}
