package io.github.godotvariant.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyPredictionTest {
  private static final int MAX_CHILDREN = 64;
  private static final int MAX_NODES = 4096;
  private static final WireTable TABLE = new WireTable(Dialect.GODOT_4);

  private final KeyPrediction.Tree tree = new KeyPrediction.Tree();

  private static EncodedText text(String characters) {
    byte[] bytes = characters.getBytes(StandardCharsets.US_ASCII);
    return new EncodedText((int) TABLE.stringHeader, bytes, 0, bytes.length);
  }

  private @Nullable KeyPrediction childOf(KeyPrediction parent, String key) {
    return parent.childOf(text(key), false, tree);
  }

  private KeyPrediction newChild(KeyPrediction parent, String key, boolean isName) {
    return Objects.requireNonNull(parent.childOf(text(key), isName, tree));
  }

  @Test
  void keepsOneNodeForEachKeyUpToLimit() {
    KeyPrediction root = tree.root();
    List<KeyPrediction> children = new ArrayList<>();
    for (int i = 0; i < MAX_CHILDREN; i++) {
      assertThat(root.child(text("key" + i).bytes, 0, text("key" + i).size)).isNull();
      children.add(newChild(root, "key" + i, false));
    }
    assertThat(children).doesNotHaveDuplicates();
    assertThat(childOf(root, "more")).isNull();
    for (int i = 0; i < MAX_CHILDREN; i++) {
      EncodedText text = text("key" + i);
      assertThat(childOf(root, "key" + i)).isSameAs(children.get(i));
      assertThat(root.child(text.bytes, 0, text.size)).isSameAs(children.get(i));
      assertThat(children.get(i).keys(TABLE)).containsExactly(Variant.of("key" + i));
    }
    assertThat(root.isRoot()).isTrue();
    assertThat(children.get(0).isRoot()).isFalse();
  }

  @Test
  void rejectsKeysThatAreOnPath() {
    KeyPrediction a = newChild(tree.root(), "a", false);
    KeyPrediction b = newChild(a, "b", false);
    assertThat(childOf(b, "a")).isNull();
    assertThat(childOf(b, "b")).isNull();
    assertThat(b.childOf(text("a"), true, tree)).isNull();
    KeyPrediction name = newChild(b, "c", true);
    assertThat(name.key).isEqualTo(StringName.of("c"));
    assertThat(name.keys(TABLE))
        .containsExactly(Variant.of("a"), Variant.of("b"), StringName.of("c"))
        .isSameAs(name.keys(TABLE));
    assertThat(name.cost).isEqualTo(3 * (56 + 1));
  }

  @Test
  void replacesFullTree() {
    KeyPrediction root = tree.root();
    KeyPrediction known = newChild(root, "known", false);
    for (int i = 1; i < MAX_NODES; i++) {
      assertThat(tree.isFull()).isFalse();
      assertThat(tree.root()).isSameAs(root);
      tree.countNode();
    }
    assertThat(tree.isFull()).isTrue();
    assertThat(childOf(root, "more")).isNull();
    assertThat(childOf(root, "known")).isSameAs(known);
    KeyPrediction next = tree.root();
    assertThat(next).isNotSameAs(root);
    assertThat(tree.isFull()).isFalse();
    assertThat(childOf(next, "known")).isNotSameAs(known);
    assertThat(tree.root()).isSameAs(next);
  }
}
