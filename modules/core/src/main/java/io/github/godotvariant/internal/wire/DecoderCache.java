package io.github.godotvariant.internal.wire;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import java.util.HashMap;
import java.util.Map;

/**
 * What a decoder remembers from one input for the next: the key sequences of dictionaries, and
 * short texts. Bounded, and never more than a shortcut. For one thread at a time.
 */
public final class DecoderCache {
  private static final int MAX_NODES = 4096;

  final TextCache texts = new TextCache();
  private final Map<String, Variant> strings = new HashMap<>();
  private final Map<String, Variant> names = new HashMap<>();
  private KeyPrediction root = new KeyPrediction();
  private int nodes;

  /** Where key sequences begin; a new tree if the old one is full. */
  KeyPrediction root() {
    if (nodes >= MAX_NODES) {
      root = new KeyPrediction();
      nodes = 0;
      strings.clear();
      names.clear();
    }
    return root;
  }

  /** A key, the same object for every place in key sequences that it has. */
  Variant key(String characters, boolean isName) {
    return isName
        ? names.computeIfAbsent(characters, StringName::of)
        : strings.computeIfAbsent(characters, StringValue::of);
  }

  /** Whether the tree of key sequences may still grow. */
  boolean hasRoom() {
    return nodes < MAX_NODES;
  }

  void countNode() {
    nodes++;
  }
}
