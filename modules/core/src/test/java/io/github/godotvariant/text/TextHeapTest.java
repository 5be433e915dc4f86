package io.github.godotvariant.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory limit bounds all allocation of the parser, including temporary objects. */
class TextHeapTest {
  private static final int HEAP = 1 << 20;

  /** Maximum number of allocated bytes for each byte of the memory limit. */
  private static final int MAX_RATIO = 8;

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
        "Resource(1)",
        "ExtResource(1, 2)",
        "Object(A, \"a\": 1)"
      })
  void boundsAllocationOfValues(String part) {
    checkLimit("[" + (part + ", ").repeat(2 * HEAP / 16));
  }

  /** An incomplete string, number or name must not grow above the limit. */
  @ParameterizedTest
  @ValueSource(strings = {"\"", "\"日", "&\"", "1", "0.", "-1e", "Object(A, \"", "NodePath(\""})
  void boundsAllocationOfUnterminatedText(String start) {
    checkLimit(start + "1".repeat(16 * HEAP));
  }

  /** A value of each type that a declared type may convert. */
  private static final List<String> CONVERTIBLE =
      List.of(
          "true",
          "1000",
          "1.5",
          "\"\"",
          "\"a\"",
          "\"a/b:c\"",
          "\"" + "a/".repeat(100) + "\"",
          "\"" + "a:".repeat(100) + "\"",
          "\"日/日:日\"",
          "&\"a\"",
          "&\"日\"",
          "Vector2(1, 2)",
          "Vector2i(1, 2)",
          "Rect2(1, 2, 3, 4)",
          "Rect2i(1, 2, 3, 4)",
          "Vector3(1, 2, 3)",
          "Vector3i(1, 2, 3)",
          "Vector4(1, 2, 3, 4)",
          "Vector4i(1, 2, 3, 4)",
          "Transform2D(1, 2, 3, 4, 5, 6)",
          "Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)",
          "Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
          "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
          "Color(1, 2, 3, 4)",
          "NodePath(\"\")",
          "NodePath(\"a/b:c\")",
          "NodePath(\"日/日\")");

  /** Packed arrays for conversions to other types. */
  private static final List<String> PACKED =
      List.of(
          "PackedByteArray(200)",
          "PackedInt32Array(1000)",
          "PackedInt64Array(1000)",
          "PackedFloat32Array(1.5)",
          "PackedFloat64Array(1.5)",
          "PackedStringArray(\"a\")",
          "PackedVector2Array(1, 2)",
          "PackedVector3Array(1, 2, 3)",
          "PackedVector4Array(1, 2, 3, 4)",
          "PackedColorArray(1, 2, 3, 4)");

  /** Every literal with every declared type that converts the literal. */
  static List<Arguments> conversions() {
    List<String> literals = new ArrayList<>(CONVERTIBLE);
    literals.add("[]");
    for (String element : CONVERTIBLE) {
      literals.add("[" + element + "]");
      literals.add("[" + (element + ", ").repeat(50) + "]");
    }
    for (String packed : PACKED) {
      int open = packed.indexOf('(');
      String elements = packed.substring(open + 1, packed.length() - 1);
      literals.add(packed);
      literals.add(packed.substring(0, open + 1) + (elements + ", ").repeat(50) + elements + ")");
    }
    List<Arguments> conversions = new ArrayList<>();
    for (VariantType declared : VariantType.values()) {
      for (String literal : literals) {
        if (VariantText.GODOT_4.parse(literal).type() != declared && converts(declared, literal)) {
          conversions.add(Arguments.of(declared, literal));
        }
      }
    }
    return conversions;
  }

  private static boolean converts(VariantType declared, String literal) {
    try {
      Variant array = VariantText.GODOT_4.parse("Array[" + declared + "]([" + literal + "])");
      return array.asArray().get(0).type() == declared;
    } catch (MalformedTextException e) {
      return false;
    }
  }

  @ParameterizedTest(name = "{0} from {1}")
  @MethodSource("conversions")
  void chargesConversionsToDeclaredTypes(VariantType declared, String literal) {
    int count = 2 * HEAP / literal.length();
    checkLimit("Array[" + declared + "]([" + (literal + ", ").repeat(count));
    checkLimit("[" + ("Array[" + declared + "]([" + literal + "]), ").repeat(count));
    String pair = literal + ": " + literal + ", ";
    checkLimit("Dictionary[" + declared + ", " + declared + "]({" + pair.repeat(count));
  }

  @Test
  void findsAllConversions() {
    assertThat(conversions()).hasSize(133);
  }

  /** Only the names exceed the limit; the text alone does not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NodePath(\"",
        "Array[NodePath]([\"",
        "Dictionary[NodePath, Variant]({\"",
        "Dictionary[Variant, NodePath]({0: \""
      })
  void chargesNamesOfNodePathsBeforeMakingThem(String start) {
    for (String separator : List.of("/", ":", "//")) {
      String end =
          switch (start.charAt(0)) {
            case 'N' -> ")";
            case 'A' -> "])";
            default -> start.endsWith("0: \"") ? "})" : ": 0})";
          };
      checkLimit(start + "a" + (separator + "a").repeat(HEAP / 4) + "\"" + end);
    }
  }

  @Test
  void chargesNamesOfNodePathsInGodot3() {
    checkLimit(VariantText.GODOT_3, "NodePath(\"" + "a/".repeat(HEAP / 4) + "a\")");
  }

  private static void checkLimit(String text) {
    checkLimit(VariantText.GODOT_4, text);
  }

  private static void checkLimit(VariantText notation, String text) {
    VariantText limited = notation.withLimits(ReadLimits.DEFAULT.withHeapBytes(HEAP));
    // The first call loads classes.
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> limited.parse(text))
        .withMessageContaining("more memory than the limit");
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> limited.parse(text));
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(MAX_RATIO * HEAP);
  }
}
