package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit of memory bounds what parsing allocates, also what is thrown away at once. */
class TextHeapTest {
  private static final int HEAP = 1 << 20;

  /** All that is allocated for a byte that is charged. */
  private static final int MOST = 8;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "1000",
        "0.1e5",
        "\"a\"",
        "&\"日\"",
        "[]",
        "{}",
        "{0: 0}",
        "[[[[[[[[[[1]]]]]]]]]]",
        "{0: {0: {0: {0: {0: {0: 0}}}}}}",
        "Array[int]([])",
        "Vector2i(1, 2)",
        "Rect2i(1, 2, 3, 4)",
        "Rect2(1, 2, 3, 4)",
        "Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)",
        "#fff",
        "RID()",
        "NodePath(\"a/b:c\")",
        "PackedByteArray()",
        "PackedInt32Array(1)",
        "PackedStringArray(\"a\")",
        "Resource(\"res://a\")",
        "Object(A, \"a\": 1)"
      })
  void aLimitBoundsWhatIsAllocated(String part) {
    stops("[" + (part + ", ").repeat(2 * HEAP / 16));
  }

  /** What is charged when it is complete must not become too long before. */
  @ParameterizedTest
  @ValueSource(strings = {"\"", "\"日", "&\"", "1", "0.", "-1e", "Object(A, \"", "NodePath(\""})
  void aTextWithoutEndIsStopped(String start) {
    stops(start + "1".repeat(16 * HEAP));
  }

  private static void stops(String text) {
    VariantText limited = VariantText.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(HEAP));
    // Once before, for what classes take when they are loaded.
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> limited.parse(text))
        .withMessageContaining("more memory than the limit");
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> limited.parse(text));
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(MOST * HEAP);
  }
}
