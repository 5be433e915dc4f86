package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.internal.Reals;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackedArrayTest {
  private static final float SIGNALING_NAN = Float.intBitsToFloat(0x7F800001);

  static Stream<VariantType> packedTypes() {
    return Stream.of(VariantType.values()).filter(type -> type.elementType().isPresent());
  }

  @ParameterizedTest
  @MethodSource("packedTypes")
  void returnsElementType(VariantType type) {
    PackedArray empty = PackedArray.of(type, List.of());
    assertThat(empty.elementType()).isEqualTo(type.elementType().orElseThrow());
    assertThat(empty.size()).isZero();
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty).isEqualTo(PackedArray.of(type, List.of()));
  }

  @Test
  void readsIntegersOfEachWidth() {
    assertThat(PackedByteArray.of((byte) 1, (byte) -1).longAt(1)).isEqualTo(255);
    assertThat(PackedInt32Array.of(1, Integer.MIN_VALUE).longAt(1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(PackedInt64Array.of(1, Long.MIN_VALUE).longAt(1)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void keepsNanBitsOfFloats() {
    assertThat(PackedFloat64Array.of(1, 0.1).doubleAt(1)).isEqualTo(0.1);
    PackedFloat32Array floats = PackedFloat32Array.of(0.1f, SIGNALING_NAN);
    assertThat(floats.doubleAt(0)).isEqualTo((double) 0.1f);
    assertThat(Double.doubleToRawLongBits(floats.doubleAt(1)))
        .isEqualTo(Double.doubleToRawLongBits(Reals.widen(SIGNALING_NAN)));
  }

  @Test
  void indexesComponentsOfVectorsAndColors() {
    assertThat(PackedVector3Array.of(1, 2, 3, 4, 5, 6).doubleAt(4)).isEqualTo(5);
    assertThat(PackedVector2Array.of(new Vector2(0.1, 0.2)).doubleAt(1)).isEqualTo(0.2);
    assertThat(PackedColorArray.of(1, 2, 3, 4, 5, 6, 7, 8).doubleAt(7)).isEqualTo(8);
    assertThat(PackedColorArray.of(new Color(0.1, 0, 0, 0)).doubleAt(0)).isEqualTo(0.1);
  }

  @Test
  void rejectsAccessToOtherKindOfNumber() {
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PackedFloat32Array.of(1).longAt(0));
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PackedVector2Array.of(1, 2).longAt(0));
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PackedInt32Array.of(1).doubleAt(0));
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PackedStringArray.of("1").longAt(0));
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> PackedStringArray.of("1").doubleAt(0));
  }

  @Test
  void rejectsIndexOutOfBounds() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PackedInt32Array.of(1).longAt(1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PackedVector2Array.of(1, 2).doubleAt(2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PackedVector2Array.of(1, 2).get(1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PackedByteArray.of((byte) 1).elements().get(-1));
  }

  @Test
  void rejectsIncompleteElements() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedVector3Array.of(1, 2))
        .withMessage("2 components do not make elements of 3");
  }

  @Test
  void comparesFloatsByBits() {
    assertThat(PackedFloat32Array.of(0f)).isNotEqualTo(PackedFloat32Array.of(-0f));
    assertThat(PackedFloat64Array.of(Double.NaN)).isEqualTo(PackedFloat64Array.of(Double.NaN));
    assertThat(PackedFloat32Array.of(Float.NaN)).isNotEqualTo(PackedFloat32Array.of(SIGNALING_NAN));
  }

  @Test
  void comparesVectorsOfBothWidthsByValue() {
    PackedVector2Array narrow = PackedVector2Array.of(0.5f, 0.1f);
    PackedVector2Array wide = PackedVector2Array.of(new Vector2(0.5, 0.1f));
    assertThat(narrow.isDoublePrecision()).isFalse();
    assertThat(wide.isDoublePrecision()).isTrue();
    assertThat(narrow).isEqualTo(wide).hasSameHashCodeAs(wide);
    assertThat(narrow).isNotEqualTo(PackedVector2Array.of(new Vector2(0.5, 0.1)));
    PackedColorArray colors = PackedColorArray.of(0.1f, 0, SIGNALING_NAN, 1);
    assertThat(PackedColorArray.unsafeWrap(colors.toDoubleArray()))
        .isEqualTo(colors)
        .hasSameHashCodeAs(colors);
    PackedColorArray copy = PackedColorArray.copyOf(colors.asList());
    assertThat(PackedColorArray.unsafeWrap(copy.toFloatArray())).isEqualTo(colors);
  }

  @Test
  void distinguishesTypesWithEqualNumbers() {
    assertThat((Variant) PackedInt32Array.of(1)).isNotEqualTo(PackedInt64Array.of(1));
    assertThat((Variant) PackedVector2Array.of(1, 2, 3, 4))
        .isNotEqualTo(PackedVector4Array.of(1, 2, 3, 4));
    assertThat((Variant) PackedVector4Array.of(1, 2, 3, 4))
        .isNotEqualTo(PackedColorArray.of(1, 2, 3, 4));
  }

  @Test
  void copiesArraysInToJava() {
    PackedInt32Array ints = PackedInt32Array.of(1, 2);
    int[] copy = (int[]) Objects.requireNonNull(ints.toJava());
    assertThat(copy).containsExactly(1, 2);
    copy[0] = 7;
    assertThat(ints).isEqualTo(PackedInt32Array.of(1, 2));
    assertThat(PackedStringArray.of("a").toJava()).isEqualTo(new String[] {"a"});
    PackedVector2Array vectors = PackedVector2Array.of(1, 2);
    assertThat(vectors.toJava()).isSameAs(vectors);
  }
}
