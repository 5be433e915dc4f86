package io.github.godotvariant.engines;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Keys of one dictionary that are the same to us and two to an engine. One is the same instance id
 * twice, of which an engine makes two holders; the other is a null object, which is null to us, and
 * a null. No engine writes such a dictionary for what its scripts can build.
 */
final class MergedKeys {
  private static final String NULL = "0";

  private MergedKeys() {}

  /** Whether a value is or holds a dictionary with such keys. */
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
