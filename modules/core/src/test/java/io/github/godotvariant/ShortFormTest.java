package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShortFormTest {
  private static void isShort(@Nullable Object value, String expected) {
    assertThat(Variant.of(value).toShortString()).isEqualTo(expected);
  }

  @Test
  void whatIsShortIsWhole() {
    isShort(null, "null");
    isShort(1, "1");
    isShort(1.0, "1.0");
    isShort("a\"b", "\"a\\\"b\"");
    isShort(StringName.of("jump"), "&\"jump\"");
    isShort(new Vector3(0, 1, 0), "Vector3(0, 1, 0)");
    isShort(NodePath.parse("a/b"), "NodePath(\"a/b\")");
    isShort(List.of(1, "a"), "[1, \"a\"]");
    isShort(List.of(), "[]");
    isShort(Map.of("a", 1), "{\"a\": 1}");
    isShort(new int[] {1, 2}, "PackedInt32Array(1, 2)");
    isShort(new String[] {"a"}, "PackedStringArray(\"a\")");
    isShort(new ObjectValue("Node", List.of()), "Object(Node, 0 properties)");
    isShort(VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)), "Array[int]([1])");
    isShort(
        VariantDictionary.of("a", 1)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED),
        "Dictionary[String, Variant]({\"a\": 1})");
  }

  @Test
  void whatIsLongIsCounted() {
    isShort("x".repeat(1000), "\"" + "x".repeat(64) + "…\" (1000 characters)");
    isShort(
        List.of(List.of(1, 2), Map.of("a", 1), new byte[3], List.of(), Map.of()),
        "[[2 elements], {1 entry}, PackedByteArray(3 elements), [], {}]");
    isShort(List.of("x".repeat(1000)), "[\"" + "x".repeat(64) + "…\"]");
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      numbers.add(1_000_000 + i);
    }
    isShort(
        numbers,
        "[1000000, 1000001, 1000002, 1000003, 1000004, 1000005, 1000006, 1000007, 1000008,"
            + " 1000009, … 990 more]");
  }

  @Test
  void nothingIsObeyedAndNothingIsLong() {
    String hostile = "\u001b[2J\n\u0000\u202e\ud800" + "x".repeat(100_000);
    List<Variant> values =
        List.of(
            StringValue.of(hostile),
            StringName.of(hostile),
            new NodePath(List.of(hostile), List.of(hostile), true),
            new Signal(hostile, 1),
            new ObjectValue(hostile, List.of(new ObjectValue.Property(hostile, IntValue.of(1)))),
            ResourceReference.file(hostile),
            PackedStringArray.of(hostile, hostile, hostile),
            VariantArray.of(hostile, hostile).withElementType(ElementType.ofClass(hostile)),
            VariantDictionary.of(hostile, hostile, 1, hostile)
                .withTypes(ElementType.ofScript(hostile), ElementType.ofClass(hostile)));
    for (Variant value : values) {
      assertThat(value.toShortString())
          .hasSizeLessThan(500)
          .matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+");
    }
  }

  @Test
  void theLargestNumbersFit() {
    double[] wide = new double[16];
    Arrays.fill(wide, -1.2345678901234568e-300);
    Variant projection = RealShape.of(VariantType.PROJECTION, wide);
    assertThat(VariantDictionary.of(projection, projection).toShortString()).hasSizeLessThan(1000);
  }
}
