package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortTextPrinterTest {
  private static void checkShortForm(@Nullable Object value, String expected) {
    assertThat(Variant.of(value).toShortString()).isEqualTo(expected);
  }

  @Test
  void printsShortValuesCompletely() {
    checkShortForm(null, "null");
    checkShortForm(1, "1");
    checkShortForm(1.0, "1.0");
    checkShortForm("a\"b", "\"a\\\"b\"");
    checkShortForm(StringName.of("jump"), "&\"jump\"");
    checkShortForm(new Vector3(0, 1, 0), "Vector3(0, 1, 0)");
    checkShortForm(NodePath.parse("a/b"), "NodePath(\"a/b\")");
    checkShortForm(List.of(1, "a"), "[1, \"a\"]");
    checkShortForm(List.of(), "[]");
    checkShortForm(Map.of("a", 1), "{\"a\": 1}");
    checkShortForm(new int[] {1, 2}, "PackedInt32Array(1, 2)");
    checkShortForm(new String[] {"a"}, "PackedStringArray(\"a\")");
    checkShortForm(new ObjectValue("Node", List.of()), "Object(Node, 0 properties)");
    checkShortForm(
        VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)), "Array[int]([1])");
    checkShortForm(
        VariantDictionary.of("a", 1)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED),
        "Dictionary[String, Variant]({\"a\": 1})");
  }

  @Test
  void abbreviatesLongValuesWithCounts() {
    checkShortForm("x".repeat(1000), "\"" + "x".repeat(64) + "…\" (1000 characters)");
    checkShortForm(
        List.of(List.of(1, 2), Map.of("a", 1), new byte[3], List.of(), Map.of()),
        "[[2 elements], {1 entry}, PackedByteArray(3 elements), [], {}]");
    checkShortForm(List.of("x".repeat(1000)), "[\"" + "x".repeat(64) + "…\"]");
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      numbers.add(1_000_000 + i);
    }
    checkShortForm(
        numbers,
        "[1000000, 1000001, 1000002, 1000003, 1000004, 1000005, 1000006, 1000007, 1000008,"
            + " 1000009, … 990 more]");
  }

  @Test
  void escapesAndShortensHostileText() {
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
  void boundsLengthForLongestNumbers() {
    double[] wide = new double[16];
    Arrays.fill(wide, -1.2345678901234568e-300);
    Variant projection = RealShape.of(VariantType.PROJECTION, wide);
    assertThat(VariantDictionary.of(projection, projection).toShortString()).hasSizeLessThan(1000);
  }

  @Test
  void printsNestedContentUpToMaxLength() {
    Variant value =
        Variant.of(List.of(List.of(1, List.of()), Map.of("a", 1), new byte[3], "x".repeat(100)));
    assertThat(value.toShortString(300))
        .isEqualTo("[[1, []], {\"a\": 1}, PackedByteArray(0, 0, 0), \"" + "x".repeat(100) + "\"]");
    assertThat(value.toShortString(100))
        .isEqualTo(
            "[[1, []], {\"a\": 1}, PackedByteArray(0, 0, 0), \""
                + "x".repeat(16)
                + "…\" (100 characters)]");
    assertThat(value.toShortString(50)).isEqualTo("[[1, []], {1 entry}, … 2 more]");
    assertThat(value.toShortString(1)).isEqualTo("…");
  }

  @Test
  void countsElementsOfDeepLevels() {
    Variant value = Variant.of(1);
    for (int i = 0; i < 200; i++) {
      value = VariantArray.of(value, 2);
    }
    assertThat(value.toShortString(500))
        .isEqualTo("[".repeat(8) + "[2 elements]" + ", 2]".repeat(8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 40, 41, 64, 100, 1000, 5000})
  void keepsMaxLength(int maxLength) {
    double[] wide = new double[16];
    Arrays.fill(wide, -1.2345678901234568e-300);
    String hostile = "\ud83d\ude00\u001b\n\"".repeat(2000);
    Variant deep = StringValue.of(hostile);
    for (int i = 0; i < 300; i++) {
      deep = VariantArray.of(deep, deep).withElementType(ElementType.ofClass(hostile));
    }
    List<Variant> values =
        List.of(
            Variant.NIL,
            deep,
            StringValue.of(hostile),
            StringName.of(hostile),
            RealShape.of(VariantType.PROJECTION, wide),
            VariantDictionary.of(hostile, deep, deep, hostile),
            PackedStringArray.of(hostile, hostile),
            PackedByteArray.unsafeWrap(new byte[10_000_000]));
    for (Variant value : values) {
      assertThat(value.toShortString(maxLength))
          .hasSizeLessThanOrEqualTo(maxLength)
          .matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+");
    }
  }

  @Test
  void rejectsMaxLengthThatIsNotPositive() {
    assertThatThrownBy(() -> Variant.NIL.toShortString(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maximum length 0 must be positive");
  }

  @Test
  void printsWholeStringThatEndsWithEllipsis() {
    assertThat(Variant.of("Loading…").toShortString()).isEqualTo("\"Loading…\"");
    assertThat(VariantArray.of("Loading…", "b").toShortString(200))
        .isEqualTo("[\"Loading…\", \"b\"]");
  }
}
