package io.github.godotvariant.engines;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Keys of a dictionary that are equal for the library but not for an engine: the same instance id
 * twice, for which an engine creates two objects; or a null object and null. Scripts of an engine
 * cannot build such dictionaries.
 */
final class MergedKeys {
  private static final String NULL = "0";

  private MergedKeys() {}

  /** {@return whether a value is or contains a dictionary with such keys} */
  static boolean in(WireNode node) {
    Set<String> ids = new HashSet<>();
    for (WireNode child : node.children()) {
      if (in(child) || (child.role() == WireNode.Role.KEY && repeats(child, ids))) {
        return true;
      }
    }
    return false;
  }

  private static boolean repeats(WireNode key, Set<String> ids) {
    boolean repeats = key.type() == VariantType.NIL && !ids.add(NULL);
    for (WireField field : key.fields()) {
      repeats |= field.name().equals("instance id") && !ids.add(field.meaning());
    }
    for (WireNode child : key.children()) {
      repeats |= repeats(child, ids);
    }
    return repeats;
  }
}
