package io.github.godotvariant.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout.Kind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
  @ParameterizedTest
  @CsvSource({
    "NOTHING, NIL CALLABLE RID",
    "BOOL, BOOL",
    "INT_BY_FLAG, INT",
    "INT_64, INT",
    "FLOAT_BY_FLAG, FLOAT",
    "FLOAT_32, FLOAT",
    "FLOAT_64, FLOAT",
    "STRING, STRING STRING_NAME",
    "REALS, VECTOR2 VECTOR3 VECTOR4 RECT2 TRANSFORM2D PLANE QUATERNION AABB BASIS TRANSFORM3D"
        + " PROJECTION COLOR",
    "INTS, VECTOR2I VECTOR3I VECTOR4I RECT2I",
    "FLOATS, COLOR",
    "NODE_PATH, NODE_PATH",
    "ID, RID",
    "SIGNAL, SIGNAL",
    "OBJECT, OBJECT",
    "DICTIONARY, DICTIONARY",
    "ARRAY, ARRAY",
    "PACKED_BYTES, PACKED_BYTE_ARRAY",
    "PACKED_INTS, PACKED_INT32_ARRAY",
    "PACKED_LONGS, PACKED_INT64_ARRAY",
    "PACKED_FLOATS, PACKED_FLOAT32_ARRAY",
    "PACKED_DOUBLES, PACKED_FLOAT64_ARRAY",
    "PACKED_STRINGS, PACKED_STRING_ARRAY",
    "PACKED_REALS, PACKED_VECTOR2_ARRAY PACKED_VECTOR3_ARRAY PACKED_VECTOR4_ARRAY"
        + " PACKED_COLOR_ARRAY",
    "PACKED_COLORS, PACKED_COLOR_ARRAY"
  })
  void fitsOnlyItsTypes(Kind kind, String types) {
    assertThat(Arrays.stream(VariantType.values()).filter(type -> Layout.of(kind, type).fits(type)))
        .containsExactlyInAnyOrder(
            Arrays.stream(types.split(" ")).map(VariantType::valueOf).toArray(VariantType[]::new));
  }

  @Test
  void fitsEveryTypeIfUnsupported() {
    assertThat(VariantType.values()).allMatch(type -> Layout.of(Kind.UNSUPPORTED, type).fits(type));
  }

  @Test
  void allowsOnlyComponentsOfMathTypesInAnyOrder() {
    assertThat(Layout.of(Kind.REALS, "y", "x").fits(VariantType.VECTOR2)).isTrue();
    assertThat(Layout.of(Kind.INTS, "y", "x").fits(VariantType.VECTOR2I)).isTrue();
    assertThat(Layout.of(Kind.FLOATS, "a", "r", "g", "b").fits(VariantType.COLOR)).isTrue();
    assertThat(Layout.of(Kind.REALS, "x", "x").fits(VariantType.VECTOR2)).isFalse();
    assertThat(Layout.of(Kind.REALS, "x", "y", "y").fits(VariantType.VECTOR2)).isFalse();
    assertThat(Layout.of(Kind.REALS, "x", "z").fits(VariantType.VECTOR2)).isFalse();
    assertThat(Layout.of(Kind.PACKED_REALS, "x", "y").fits(VariantType.PACKED_VECTOR2_ARRAY))
        .isTrue();
    assertThat(Layout.of(Kind.PACKED_REALS, "y", "x").fits(VariantType.PACKED_VECTOR2_ARRAY))
        .isFalse();
    assertThat(Layout.of(Kind.BOOL, "x").fits(VariantType.BOOL)).isFalse();
  }
}
