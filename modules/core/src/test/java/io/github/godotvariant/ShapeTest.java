package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.VariantType.Part;
import io.github.godotvariant.VariantType.Range;
import io.github.godotvariant.internal.BasisOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Components, parts and ranges of types, and the shapes and packed arrays of these types. */
class ShapeTest {
  static Stream<VariantType> shapes() {
    return Stream.of(VariantType.values()).filter(type -> type.component().isPresent());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void createsShapeFromComponents(VariantType type) {
    double[] numbers = new double[type.components().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i + 1;
    }
    Shape shape = Shape.of(type, numbers);
    assertThat(shape.type()).isEqualTo(type);
    assertThat(shape.toDoubles()).containsExactly(numbers);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.of(type, new double[numbers.length + 1]))
        .withMessageContaining(type + " has " + numbers.length + " components, not");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void countsComponentsOfParts(VariantType type) {
    int count =
        type.parts().stream().mapToInt(part -> Math.max(1, part.type().components().size())).sum();
    assertThat(type.components()).hasSize(count).doesNotHaveDuplicates();
  }

  @Test
  void listsPartsAndComponentsOfTransform() {
    assertThat(VariantType.TRANSFORM3D.parts())
        .containsExactly(
            new Part("basis", VariantType.BASIS), new Part("origin", VariantType.VECTOR3));
    assertThat(VariantType.TRANSFORM3D.components())
        .startsWith("x.x", "x.y", "x.z", "y.x")
        .endsWith("z.z", "origin.x", "origin.y", "origin.z");
  }

  @Test
  void storesOnlyBasisByRows() {
    assertThat(Stream.of(1, 2, 3, 8).map(component -> BasisOrder.transposedIndex(9, component)))
        .containsExactly(3, 6, 1, 8);
    for (VariantType type : VariantType.values()) {
      int size = type.components().size();
      boolean hasBasis = type == VariantType.BASIS || type == VariantType.TRANSFORM3D;
      for (int i = 0; i < size; i++) {
        int place = hasBasis && i < 9 ? i % 3 * 3 + i / 3 : i;
        assertThat(BasisOrder.transposedIndex(size, i)).as("%s %s", type, i).isEqualTo(place);
      }
    }
  }

  @Test
  void rejectsComponentsThatAreNotIntegers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.of(VariantType.VECTOR2I, 1, 0.5))
        .withMessage("0.5 is not a 32-bit integer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.of(VariantType.VECTOR2I, 1, 1L << 31));
    assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(VariantType.STRING, 1));
  }

  @Test
  void returnsRangesAndCounterparts() {
    assertThat(VariantType.PACKED_BYTE_ARRAY.range()).hasValue(new Range(0, 255));
    assertThat(VariantType.RECT2I.range()).hasValue(Range.OF_32_BITS);
    assertThat(VariantType.RECT2.range()).isEmpty();
    assertThat(new Range(0, 255).contains(256)).isFalse();
    assertThat(new Range(0, 255).contains(-1)).isFalse();
    assertThat(VariantType.RECT2.counterpart()).hasValue(VariantType.RECT2I);
    assertThat(VariantType.VECTOR4I.counterpart()).hasValue(VariantType.VECTOR4);
    assertThat(VariantType.COLOR.counterpart()).isEmpty();
    assertThat(VariantType.find("PoolIntArray")).isEmpty();
    assertThat(VariantType.find("PackedInt32Array")).hasValue(VariantType.PACKED_INT32_ARRAY);
  }

  @Test
  void wrapsArraysOfElementType() {
    assertThat(PackedArray.unsafeWrap(VariantType.PACKED_VECTOR3_ARRAY, new float[] {1, 2, 3}))
        .isEqualTo(PackedVector3Array.of(1, 2, 3));
    assertThat(PackedArray.unsafeWrap(VariantType.PACKED_VECTOR3_ARRAY, new double[] {0.1, 2, 3}))
        .isEqualTo(PackedVector3Array.copyOf(List.of(new Vector3(0.1, 2, 3))));
    assertThat(PackedArray.unsafeWrap(VariantType.PACKED_FLOAT32_ARRAY, new float[] {1}))
        .isEqualTo(PackedFloat32Array.of(1));
    assertThat(PackedArray.unsafeWrap(VariantType.PACKED_FLOAT64_ARRAY, new double[] {0.1}))
        .isEqualTo(PackedFloat64Array.of(0.1));
    assertThat(PackedArray.unsafeWrap(VariantType.PACKED_COLOR_ARRAY, new float[] {1, 2, 3, 4}))
        .isEqualTo(PackedColorArray.of(1, 2, 3, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedArray.unsafeWrap(VariantType.PACKED_COLOR_ARRAY, new float[3]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedArray.unsafeWrap(VariantType.ARRAY, new float[3]))
        .withMessage("Array does not store 32-bit floats");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedArray.unsafeWrap(VariantType.PACKED_FLOAT32_ARRAY, new double[4]))
        .withMessage("PackedFloat32Array does not store 64-bit floats");
  }
}
