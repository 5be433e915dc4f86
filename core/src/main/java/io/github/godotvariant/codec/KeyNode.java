package io.github.godotvariant.codec;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.values.Trusted;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key in a tree of key sequences: the path from the root to a node is the keys of a dictionary so
 * far. Dictionaries of the same shape end at the same node and share its keys.
 *
 * <p>Each node remembers where the last dictionary went on, so that the next key is usually
 * recognised by comparing a few words. Only plain ASCII names of modest length are in the tree, and
 * no path has a name twice.
 */
final class KeyNode {
  /** Longest key, and most keys of a dictionary, for which a shape is kept. */
  static final int MAX_KEY_BYTES = 48;

  static final int MAX_KEYS = 32;
  private static final int MAX_CHILDREN = 64;

  private static final KeyNode[] NO_CHILDREN = {};

  private final @Nullable KeyNode parent;
  private final int depth;

  /** The key, and its bytes on the wire: header, length, text, zero padding. */
  final Variant key;

  final byte[] wire;

  /** Memory that the keys from the root to here would take if they were read one by one. */
  final long cost;

  /** Where the last dictionary went on from here. */
  @Nullable KeyNode last;

  private KeyNode[] children = NO_CHILDREN;
  private int childCount;
  private @Nullable List<Variant> keys;

  private KeyNode(@Nullable KeyNode parent, Variant key, byte[] wire) {
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.key = key;
    this.wire = wire;
    this.cost = parent == null ? 0 : parent.cost + WireInput.STRING_COST + Wire.getInt(wire, 4);
  }

  static KeyNode root() {
    return new KeyNode(null, StringValue.of(""), new byte[0]);
  }

  /** Whether the input goes on with exactly this key. */
  boolean standsAt(byte[] in, int at, int end) {
    byte[] expected = wire;
    int size = expected.length;
    if (size > end - at) {
      return false;
    }
    int i = 0;
    for (; i + 8 <= size; i += 8) {
      if (Wire.getLong(in, at + i) != Wire.getLong(expected, i)) {
        return false;
      }
    }
    return i == size || Wire.getInt(in, at + i) == Wire.getInt(expected, i);
  }

  /**
   * The child for a key of plain ASCII that is not empty, whatever its padding. Null if there is
   * none and none can be made: the key is on the path already, or there are too many.
   */
  @Nullable KeyNode child(
      boolean isName, int id, byte[] in, int textAt, int length, boolean mayGrow) {
    int hash = hash(in, textAt, length);
    int mask = children.length - 1;
    if (mask >= 0) {
      for (int slot = hash & mask; children[slot] != null; slot = (slot + 1) & mask) {
        if (children[slot].is(id, in, textAt, length)) {
          last = children[slot];
          return last;
        }
      }
    }
    if (!mayGrow || childCount == MAX_CHILDREN) {
      return null;
    }
    String text = new String(in, textAt, length, java.nio.charset.StandardCharsets.ISO_8859_1);
    for (KeyNode on = this; on != null && on.depth > 0; on = on.parent) {
      if (on.key.asString().equals(text)) {
        return null;
      }
    }
    byte[] wire = new byte[8 + length + Wire.padding(length)];
    Wire.putInt(wire, 0, id);
    Wire.putInt(wire, 4, length);
    System.arraycopy(in, textAt, wire, 8, length);
    KeyNode made = new KeyNode(this, isName ? StringName.of(text) : StringValue.of(text), wire);
    insert(made, hash);
    last = made;
    return made;
  }

  private boolean is(int id, byte[] in, int textAt, int length) {
    return Wire.getInt(wire, 0) == id
        && Wire.getInt(wire, 4) == length
        && Arrays.equals(wire, 8, 8 + length, in, textAt, textAt + length);
  }

  private void insert(KeyNode node, int hash) {
    if (2 * (childCount + 1) > children.length) {
      KeyNode[] old = children;
      children = new KeyNode[Math.max(4, 2 * old.length)];
      for (KeyNode moved : old) {
        if (moved != null) {
          place(moved, hash(moved.wire, 8, Wire.getInt(moved.wire, 4)));
        }
      }
    }
    place(node, hash);
    childCount++;
  }

  private void place(KeyNode node, int hash) {
    int mask = children.length - 1;
    int slot = hash & mask;
    while (children[slot] != null) {
      slot = (slot + 1) & mask;
    }
    children[slot] = node;
  }

  private static int hash(byte[] bytes, int at, int length) {
    int hash = length;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[at + i];
    }
    return hash ^ hash >>> 15;
  }

  int childCount() {
    return childCount;
  }

  /** The keys from the root to here; the same list for every dictionary that ends here. */
  List<Variant> keys() {
    List<Variant> known = keys;
    if (known == null) {
      byte[][] bytes = new byte[depth][];
      for (KeyNode on = this; on != null && on.depth > 0; on = on.parent) {
        bytes[on.depth - 1] = on.wire;
      }
      known = Trusted.keys(pathTo(depth), bytes);
      keys = known;
    }
    return known;
  }

  /** The keys from the root to here, in an array with room for {@code size}. */
  Variant[] pathTo(int size) {
    Variant[] path = new Variant[size];
    for (KeyNode on = this; on != null && on.depth > 0; on = on.parent) {
      path[on.depth - 1] = on.key;
    }
    return path;
  }
}
