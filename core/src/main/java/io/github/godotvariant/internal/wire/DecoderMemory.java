package io.github.godotvariant.internal.wire;

/**
 * What a decoder remembers from one input for the next: the shapes of dictionaries, and short
 * texts. Bounded, and never more than a shortcut. For one thread at a time.
 */
public final class DecoderMemory {
  private static final int MAX_NODES = 4096;

  final RecentTexts texts = new RecentTexts();
  private KeyNode root = new KeyNode();
  private int nodes;

  /** Where shapes begin; a new tree if the old one is full. */
  KeyNode root() {
    if (nodes >= MAX_NODES) {
      root = new KeyNode();
      nodes = 0;
    }
    return root;
  }

  /** Whether shapes may still grow. */
  boolean hasRoom() {
    return nodes < MAX_NODES;
  }

  void countNode() {
    nodes++;
  }
}
