package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.GODOT;
import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;

/** Counts the calls of {@code equals} and {@code hashCode} while sets within sets are read. */
class NestedSetsTest {
  private static final AtomicLong STEPS = new AtomicLong();

  /** A record with a set of the same type; many different records have equal hash codes. */
  record Node(Set<Node> kids, List<Integer> leaf) {
    @Override
    public int hashCode() {
      STEPS.incrementAndGet();
      return 31 * kids.hashCode() + leaf.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      STEPS.incrementAndGet();
      return other instanceof Node that && kids.equals(that.kids) && leaf.equals(that.leaf);
    }
  }

  /** The same record with a type key, which can be the last key. */
  @GodotRecord
  sealed interface Tree {
    @GodotRecord
    record Branch(Set<Tree> kids, List<Integer> leaf) implements Tree {
      @Override
      public int hashCode() {
        STEPS.incrementAndGet();
        return 31 * kids.hashCode() + leaf.hashCode();
      }

      @Override
      public boolean equals(@Nullable Object other) {
        STEPS.incrementAndGet();
        return other instanceof Branch that && kids.equals(that.kids) && leaf.equals(that.leaf);
      }
    }
  }

  @GodotRecord
  record Trees(Set<Tree> set) {}

  /** Nodes with two nodes each; the hash codes of all nodes of a level are equal. */
  private static VariantDictionary tree(int depth, int number) {
    VariantArray kids =
        depth == 0
            ? VariantArray.EMPTY
            : VariantArray.of(tree(depth - 1, 0), tree(depth - 1, number + 1));
    VariantArray leaf = depth == 0 ? VariantArray.of(number, -31 * number) : VariantArray.EMPTY;
    return VariantDictionary.of("kids", kids, "leaf", leaf, "type", "Branch");
  }

  private static byte[] trees(int depth) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of(
            "set", VariantArray.of(tree(depth, 0), tree(depth, 0), tree(depth, 1))));
  }

  record Nodes(Set<Node> set) {}

  /** The type key is the last key, so that Jackson buffers each {@link Tree}. */
  @Test
  void boundsStepsForSetsWithinSets() {
    RecordCodec<Trees> codec = RecordCodec.of(MethodHandles.lookup(), Trees.class);
    GodotMapper ignoring =
        GodotMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    for (Consumer<byte[]> reading :
        List.<Consumer<byte[]>>of(
            bytes -> assertThat(codec.decode(bytes)).isNotNull(),
            bytes -> GODOT.readValue(bytes, Trees.class),
            bytes -> ignoring.readValue(bytes, Nodes.class))) {
      reading.accept(trees(4));
      for (int depth = 5; depth <= 14; depth++) {
        byte[] bytes = trees(depth);
        STEPS.set(0);
        try {
          reading.accept(bytes);
        } catch (VariantLimitException | StreamConstraintsException e) {
          assertThat(depth).isGreaterThan(6);
        }
        assertThat(STEPS.get()).isPositive().isLessThan(2L * bytes.length);
      }
    }
  }

  /** The cost of hash codes grows with the depth of sets within sets. */
  @Test
  void boundsDepthOfSetsWithinSets() {
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(chain(200), Nodes.class));
    assertThat(GODOT.readValue(chain(60), Nodes.class).set).hasSize(1);
  }

  private static byte[] chain(int depth) {
    VariantArray leaf = array(1000, i -> i);
    Variant node = VariantDictionary.of("kids", VariantArray.EMPTY, "leaf", leaf);
    for (int i = 0; i < depth; i++) {
      node = VariantDictionary.of("kids", VariantArray.of(node), "leaf", VariantArray.EMPTY);
    }
    return VariantCodec.GODOT_4.encode(VariantDictionary.of("set", VariantArray.of(node)));
  }
}
