package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key in a tree of key sequences: the path from the root to a node is the keys of a dictionary so
 * far. Dictionaries of the same sequence end at the same node and share its keys.
 *
 * <p>Each node remembers where the last dictionary went on, so that the next key is usually
 * recognised by comparing a few words; a node is the text itself, as every step on the way to the
 * words is felt. Only plain ASCII names of modest length are in the tree, and no path has a name
 * twice.
 */
final class KeyPrediction extends EncodedText {
  /** Most keys of a dictionary whose sequence is kept. */
  static final int MAX_KEYS = 32;

  private static final int MAX_CHILDREN = 64;

  private static final KeyPrediction[] NO_CHILDREN = {};

  private final @Nullable KeyPrediction parent;
  private final int depth;

  /** The key; the root's means nothing. */
  final Variant key;

  /** Its bytes once more, for those who keep them longer than the tree. */
  private final EncodedText text;

  /** Memory that the keys from the root to here would take if they were read one by one. */
  final long cost;

  /** Where the last dictionary went on from here. */
  @Nullable KeyPrediction last;

  /** The first key of the last dictionary that stood, perhaps in arrays, under this key. */
  @Nullable KeyPrediction inside;

  private KeyPrediction[] children = NO_CHILDREN;
  private int childCount;
  private @Nullable List<Variant> keys;

  private KeyPrediction(KeyPrediction parent, Variant key, EncodedText text) {
    super(text);
    this.parent = parent;
    this.depth = parent.depth + 1;
    this.key = key;
    this.text = text;
    this.cost = parent.cost + WireReader.STRING_COST + text.length();
  }

  /** The root of a tree, before any key. */
  KeyPrediction() {
    super(NONE);
    parent = null;
    depth = 0;
    key = StringValue.of("");
    text = NONE;
    cost = 0;
  }

  boolean isRoot() {
    return depth == 0;
  }

  /** The child whose bytes are exactly these, or null. */
  @Nullable KeyPrediction child(byte[] in, int at, int size) {
    int mask = children.length - 1;
    if (mask >= 0) {
      int slot = EncodedText.hash(in, at, size) & mask;
      for (KeyPrediction child = children[slot]; child != null; child = children[slot]) {
        if (child.size == size && child.standsAt(in, at, at + size)) {
          return child;
        }
        slot = (slot + 1) & mask;
      }
    }
    return null;
  }

  /**
   * The child for a key of plain ASCII. Null if there is none and none can be made: the key is on
   * the path already, or there are too many.
   */
  @Nullable KeyPrediction childOf(EncodedText text, boolean isName, DecoderCache memory) {
    KeyPrediction known = child(text.bytes, 0, text.size);
    if (known != null || !memory.hasRoom() || childCount == MAX_CHILDREN) {
      return known;
    }
    String characters = text.toString();
    for (KeyPrediction on = this; on != null && on.depth > 0; on = on.parent) {
      if (on.key.asString().equals(characters)) {
        return null;
      }
    }
    KeyPrediction child = new KeyPrediction(this, memory.key(characters, isName), text);
    insert(child);
    memory.countNode();
    return child;
  }

  private void insert(KeyPrediction node) {
    if (2 * (childCount + 1) > children.length) {
      KeyPrediction[] old = children;
      children = new KeyPrediction[Math.max(4, 2 * old.length)];
      for (KeyPrediction moved : old) {
        if (moved != null) {
          place(moved);
        }
      }
    }
    place(node);
    childCount++;
  }

  private void place(KeyPrediction node) {
    int mask = children.length - 1;
    int slot = node.hash() & mask;
    while (children[slot] != null) {
      slot = (slot + 1) & mask;
    }
    children[slot] = node;
  }

  /** The keys from the root to here; the same list for every dictionary that ends here. */
  List<Variant> keys(WireTable table) {
    List<Variant> known = keys;
    if (known == null) {
      EncodedText[] bytes = new EncodedText[depth];
      for (KeyPrediction on = this; on != null && on.depth > 0; on = on.parent) {
        bytes[on.depth - 1] = on.text; // not the node: dictionaries would keep the tree
      }
      known = VALUES.keys(pathTo(depth), new SharedKeyBytes(bytes, table));
      keys = known;
    }
    return known;
  }

  /** The keys from the root to here, in an array with room for {@code size}. */
  Variant[] pathTo(int size) {
    Variant[] path = new Variant[size];
    for (KeyPrediction on = this; on != null && on.depth > 0; on = on.parent) {
      path[on.depth - 1] = on.key;
    }
    return path;
  }
}
