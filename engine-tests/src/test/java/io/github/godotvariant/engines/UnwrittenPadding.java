package io.github.godotvariant.engines;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A fault of Godot 3: after the names of a node path it pads with whatever bytes were there. */
final class UnwrittenPadding {
  private UnwrittenPadding() {}

  /** Whether a value is or holds a node path with a padded name. */
  static boolean in(Variant value) {
    if (value instanceof VariantDictionary dictionary) {
      return dictionary.keys().stream().anyMatch(UnwrittenPadding::in)
          || dictionary.values().stream().anyMatch(UnwrittenPadding::in);
    }
    if (value instanceof NodePath path) {
      return Stream.concat(path.names().stream(), path.subnames().stream())
          .anyMatch(name -> name.getBytes(StandardCharsets.UTF_8).length % 4 != 0);
    }
    return value instanceof VariantArray array && array.stream().anyMatch(UnwrittenPadding::in);
  }
}
