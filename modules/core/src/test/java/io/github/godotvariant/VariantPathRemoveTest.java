package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class VariantPathRemoveTest {
  private static Variant remove(Variant from, String path) {
    return VariantPath.parse(path).removeFrom(from);
  }

  @Test
  void keepsOrderAndTypesOfEntries() {
    VariantDictionary limits =
        VariantDictionary.of("a", 1, "b", 2, "c", 3)
            .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.INT));
    assertThat(remove(VariantDictionary.of("limits", limits, "x", 0), "$.limits.b"))
        .isEqualTo(
            VariantDictionary.of(
                "limits",
                VariantDictionary.of("a", 1, "c", 3)
                    .withTypes(ElementType.of(VariantType.STRING), ElementType.of(VariantType.INT)),
                "x",
                0));
  }

  @Test
  void movesLaterElementsForward() {
    ElementType ints = ElementType.of(VariantType.INT);
    assertThat(remove(VariantArray.of(1, 2, 3).withElementType(ints), "$[1]"))
        .isEqualTo(VariantArray.of(1, 3).withElementType(ints));
    assertThat(remove(VariantArray.of(1, VariantArray.of(2)), "$[1][0]"))
        .isEqualTo(VariantArray.of(1, VariantArray.EMPTY));
  }

  static Stream<List<PackedArray>> packed() {
    return Stream.of(
        List.of(PackedByteArray.of((byte) 1, (byte) 2), PackedByteArray.of((byte) 2)),
        List.of(PackedInt32Array.of(1, 2), PackedInt32Array.of(2)),
        List.of(PackedInt64Array.of(1, 2), PackedInt64Array.of(2)),
        List.of(PackedFloat32Array.of(1, 2), PackedFloat32Array.of(2)),
        List.of(PackedFloat64Array.of(1, 2), PackedFloat64Array.of(2)),
        List.of(PackedStringArray.of("a", "b"), PackedStringArray.of("b")),
        List.of(PackedVector2Array.of(1, 2, 3, 4), PackedVector2Array.of(3, 4)),
        List.of(PackedVector3Array.of(1, 2, 3, 4, 5, 6), PackedVector3Array.of(4, 5, 6)),
        List.of(PackedVector4Array.of(1, 2, 3, 4, 5, 6, 7, 8), PackedVector4Array.of(5, 6, 7, 8)),
        List.of(
            PackedVector2Array.unsafeWrap(new double[] {1, 2, 3, 0.1}),
            PackedVector2Array.unsafeWrap(new double[] {3, 0.1})),
        List.of(
            PackedVector3Array.unsafeWrap(new double[] {1, 2, 3, 4, 5, 0.1}),
            PackedVector3Array.unsafeWrap(new double[] {4, 5, 0.1})),
        List.of(
            PackedVector4Array.unsafeWrap(new double[] {1, 2, 3, 4, 5, 6, 7, 0.1}),
            PackedVector4Array.unsafeWrap(new double[] {5, 6, 7, 0.1})),
        List.of(
            PackedColorArray.copyOf(List.of(new Color(1, 0, 0, 1), new Color(0, 1, 0, 1))),
            PackedColorArray.copyOf(List.of(new Color(0, 1, 0, 1)))));
  }

  @ParameterizedTest
  @MethodSource("packed")
  void removesElementsOfPackedArrays(List<PackedArray> twoAndTheSecond) {
    PackedArray two = twoAndTheSecond.get(0);
    PackedArray second = twoAndTheSecond.get(1);
    assertThat(remove(two, "$[0]")).isEqualTo(second);
    assertThat(((PackedArray) remove(two, "$[1]")).elements())
        .isEqualTo(two.elements().subList(0, 1));
    assertThat(((PackedArray) remove(second, "$[0]")).isEmpty()).isTrue();
  }

  @Test
  void removesLastOfEqualProperties() {
    ObjectValue.Property first = new ObjectValue.Property("x", Variant.of(1));
    ObjectValue.Property last = new ObjectValue.Property("x", Variant.of(2));
    ObjectValue.Property other = new ObjectValue.Property("y", Variant.of(3));
    assertThat(remove(new ObjectValue("Node", List.of(first, last, other)), "$.x"))
        .isEqualTo(new ObjectValue("Node", List.of(first, other)));
  }

  @ParameterizedTest
  @CsvSource({
    "$, a whole value cannot be removed",
    "$.at.x, a component cannot be removed",
    "$.bt, there is no $.bt in $"
  })
  void rejectsPathsThatCannotBeRemoved(String path, String problem) {
    Variant value = VariantDictionary.of("at", new Vector2(1, 2));
    assertThatThrownBy(() -> remove(value, path))
        .isInstanceOf(VariantTypeException.class)
        .hasMessageStartingWith(problem);
  }
}
