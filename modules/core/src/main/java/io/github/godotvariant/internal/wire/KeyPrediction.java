package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.values.ReadBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node in a tree of key sequences. It predicts the next key while a dictionary is read. The path
 * from the root to a node is the sequence of the first keys of a dictionary. Dictionaries with the
 * same key sequence end at the same node and share the list of keys in this node.
 *
 * <p>Each node stores the key that followed in the last dictionary. Therefore the comparison of a
 * few 8-byte words usually finds the next key. This class is a subclass of {@link EncodedText},
 * because a separate text would need one more memory access in the comparison. The tree contains
 * only short ASCII keys, and no path contains the same text twice, so that the keys of a node are
 * distinct.
 */
public final class KeyPrediction extends EncodedText {
  /**
   * The maximum number of keys of a dictionary that is read with the tree. Larger dictionaries are
   * read without the tree.
   */
  public static final int MAX_KEYS = 32;

  private static final int MAX_CHILDREN = 64;

  private final @Nullable KeyPrediction parent;
  private final int depth;

  /** The last key of the sequence that ends at this node. The key of the root has no meaning. */
  public final Variant key;

  /**
   * The encoded key, to which dictionaries refer. They must not refer to this node, because they
   * can live longer than the tree.
   */
  private final EncodedText text;

  /**
   * The number of bytes that the keys from the root to this node count against the memory limit.
   */
  public final long cost;

  /** The node of the key that followed this key in the last dictionary. */
  public @Nullable KeyPrediction predictedNext;

  /**
   * Predicts the first key of a dictionary in the value of this key: the node of the first key in
   * the last such dictionary. The dictionary can be the value itself or an element of an array in
   * the value.
   */
  public @Nullable KeyPrediction predictedInside;

  /** The child that was added last. Its {@link #sibling} is the child that was added before it. */
  private @Nullable KeyPrediction lastChild;

  private @Nullable KeyPrediction sibling;
  private int childCount;
  private @Nullable List<Variant> keys;

  private KeyPrediction(KeyPrediction parent, Variant key, EncodedText text) {
    super(text);
    this.parent = parent;
    this.depth = parent.depth + 1;
    this.key = key;
    this.text = text;
    this.cost = parent.cost + ReadBudget.STRING + text.length();
  }

  /** Creates the root of a tree, before any key. */
  private KeyPrediction() {
    super(NONE);
    parent = null;
    depth = 0;
    key = StringValue.of("");
    text = NONE;
    cost = 0;
  }

  public boolean isRoot() {
    return depth == 0;
  }

  /** Returns the child whose key has exactly these bytes, or null. */
  public @Nullable KeyPrediction child(byte[] in, int offset, int size) {
    KeyPrediction child = lastChild;
    while (child != null && !child.isAt(in, offset, offset + size)) {
      child = child.sibling;
    }
    return child;
  }

  /**
   * Returns the child for a short ASCII key, and adds the child to the tree if it is missing.
   *
   * @return null if the key is missing and cannot be added: its text is already on the path to this
   *     node, or the tree or this node is full
   */
  public @Nullable KeyPrediction childOf(EncodedText text, boolean isName, Tree tree) {
    KeyPrediction existing = child(text.bytes, 0, text.size);
    if (existing != null || tree.isFull() || childCount == MAX_CHILDREN) {
      return existing;
    }
    String characters = text.toString();
    for (KeyPrediction node = this; node != null && node.depth > 0; node = node.parent) {
      if (node.key.asString().equals(characters)) {
        return null;
      }
    }
    KeyPrediction child = new KeyPrediction(this, tree.key(characters, isName), text);
    child.sibling = lastChild;
    lastChild = child;
    childCount++;
    tree.countNode();
    return child;
  }

  /**
   * Returns the keys from the root to this node. All dictionaries with this key sequence share the
   * list.
   */
  public List<Variant> keys(WireTable table) {
    List<Variant> cached = keys;
    if (cached == null) {
      EncodedText[] bytes = new EncodedText[depth];
      for (KeyPrediction node = this; node != null && node.depth > 0; node = node.parent) {
        bytes[node.depth - 1] = node.text; // not the node, which would keep the tree in memory
      }
      cached = VALUES.keys(keyArray(depth), new EncodedText.Sequence(bytes, table));
      keys = cached;
    }
    return cached;
  }

  /** Returns a new array of {@code length} elements that starts with the keys of this path. */
  public Variant[] keyArray(int length) {
    Variant[] path = new Variant[length];
    for (KeyPrediction node = this; node != null && node.depth > 0; node = node.parent) {
      path[node.depth - 1] = node.key;
    }
    return path;
  }

  /** The tree of the key sequences in a {@link TextCache}. */
  public static final class Tree {
    private static final int MAX_NODES = 4096;

    private final Map<String, Variant> strings = new HashMap<>();
    private final Map<String, Variant> names = new HashMap<>();
    private KeyPrediction root = new KeyPrediction();
    private int nodes;

    /** Returns the node before the first key. Replaces a full tree by an empty tree first. */
    public KeyPrediction root() {
      if (isFull()) {
        root = new KeyPrediction();
        nodes = 0;
        strings.clear();
        names.clear();
      }
      return root;
    }

    /** Returns the object for a key. All key sequences share the object. */
    private Variant key(String characters, boolean isName) {
      return isName
          ? names.computeIfAbsent(characters, StringName::of)
          : strings.computeIfAbsent(characters, StringValue::of);
    }

    boolean isFull() {
      return nodes >= MAX_NODES;
    }

    void countNode() {
      nodes++;
    }
  }
}
