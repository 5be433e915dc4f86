package io.github.godotvariant.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector4;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoercionTest {
  private static void converts(Coercion policy, Variant value, Variant expected) {
    assertThat(policy.to(expected.type(), value)).as("%s", value).hasValue(expected);
  }

  private static void rejects(Coercion policy, Variant value, VariantType type) {
    assertThat(policy.to(type, value)).as("%s as %s", value, type).isEmpty();
  }

  @Test
  void keepsValuesOfSameType() {
    for (Coercion policy : Coercion.values()) {
      Variant value = StringValue.of("x");
      assertThat(policy.to(VariantType.STRING, value).orElseThrow()).isSameAs(value);
    }
  }

  @Test
  void convertsNumbers() {
    converts(Coercion.ENGINE, FloatValue.of(2.7), IntValue.of(2));
    converts(Coercion.ENGINE, IntValue.of(3), BoolValue.of(true));
    converts(Coercion.ENGINE, IntValue.of((1L << 53) + 1), FloatValue.of(0x1p53));
    rejects(Coercion.ENGINE, FloatValue.of(0x1p63), VariantType.INT);
    converts(Coercion.NOTATION, IntValue.of(3), FloatValue.of(3.0));
    rejects(Coercion.NOTATION, IntValue.of((1L << 53) + 1), VariantType.FLOAT);
    rejects(Coercion.NOTATION, IntValue.of(Long.MAX_VALUE), VariantType.FLOAT);
    rejects(Coercion.NOTATION, FloatValue.of(3.0), VariantType.INT);
    rejects(Coercion.NOTATION, IntValue.of(1), VariantType.BOOL);
  }

  @Test
  void convertsStrings() {
    Variant text = StringValue.of("a/b");
    Variant name = StringName.of("a/b");
    converts(Coercion.NOTATION, text, name);
    converts(Coercion.NOTATION, text, NodePath.parse("a/b"));
    rejects(Coercion.NOTATION, name, VariantType.STRING);
    rejects(Coercion.CONTENT, text, VariantType.STRING_NAME);
    converts(Coercion.CONTENT, name, text);
    converts(Coercion.ENGINE, NodePath.parse("a/b"), text);
    rejects(Coercion.CONTENT, NodePath.parse("a/b"), VariantType.STRING);
    rejects(Coercion.ENGINE, StringValue.of("a::b"), VariantType.NODE_PATH);
  }

  @Test
  void convertsMathTypes() {
    converts(Coercion.ENGINE, new Vector2(1.9, -1.9), new Vector2i(1, -1));
    rejects(Coercion.ENGINE, new Vector2(1, Double.NaN), VariantType.VECTOR2I);
    rejects(Coercion.ENGINE, new Vector2(1, 0x1p31), VariantType.VECTOR2I);
    converts(Coercion.CONTENT, new Vector2i(1, -1), new Vector2(1, -1));
    rejects(Coercion.CONTENT, new Vector2(1, -1), VariantType.VECTOR2I);
    rejects(Coercion.NOTATION, new Vector2i(1, -1), VariantType.VECTOR2);
    converts(Coercion.CONTENT, new Vector4(1, 2, 3, 4), new Quaternion(1, 2, 3, 4));
    rejects(Coercion.ENGINE, new Vector4(1, 2, 3, 4), VariantType.QUATERNION);
    converts(Coercion.ENGINE, IntValue.of(0xFF0000FFL), new Color(1, 0, 0, 1));
  }

  @Test
  void convertsTransforms() {
    Basis basis = new Basis(new Vector3(1, 2, 3), new Vector3(4, 5, 6), new Vector3(7, 8, 9));
    Transform3D transform = new Transform3D(basis, new Vector3(10, 11, 12));
    Projection projection =
        new Projection(
            new Vector4(1, 2, 3, 0),
            new Vector4(4, 5, 6, 0),
            new Vector4(7, 8, 9, 0),
            new Vector4(10, 11, 12, 1));
    converts(Coercion.ENGINE, basis, new Transform3D(basis, new Vector3(0, 0, 0)));
    converts(Coercion.ENGINE, transform, projection);
    converts(Coercion.ENGINE, projection, transform);
    Transform2D flat = new Transform2D(new Vector2(1, 2), new Vector2(4, 5), new Vector2(10, 11));
    converts(Coercion.ENGINE, transform, flat);
    converts(
        Coercion.ENGINE,
        flat,
        new Transform3D(
            new Basis(new Vector3(1, 2, 0), new Vector3(4, 5, 0), new Vector3(0, 0, 1)),
            new Vector3(10, 11, 0)));
    rejects(Coercion.NOTATION, basis, VariantType.TRANSFORM3D);
  }

  @Test
  void convertsPackedArrays() {
    Variant list = VariantArray.of(1, 255);
    converts(Coercion.NOTATION, list, PackedByteArray.of((byte) 1, (byte) 255));
    rejects(Coercion.NOTATION, VariantArray.of(1, 256), VariantType.PACKED_BYTE_ARRAY);
    rejects(Coercion.CONTENT, list, VariantType.PACKED_BYTE_ARRAY);
    converts(Coercion.CONTENT, PackedInt64Array.of(1, -2), PackedInt32Array.of(1, -2));
    rejects(Coercion.CONTENT, PackedInt64Array.of(1L << 40), VariantType.PACKED_INT32_ARRAY);
    converts(Coercion.CONTENT, PackedFloat64Array.of(0.5), PackedFloat32Array.of(0.5f));
    rejects(Coercion.CONTENT, PackedFloat64Array.of(0.1), VariantType.PACKED_FLOAT32_ARRAY);
    converts(Coercion.NOTATION, VariantArray.of(0.1), PackedFloat32Array.of(0.1f));
    rejects(Coercion.NOTATION, VariantArray.of(1e300), VariantType.PACKED_FLOAT32_ARRAY);
    rejects(Coercion.NOTATION, VariantArray.of((1L << 24) + 1), VariantType.PACKED_FLOAT32_ARRAY);
    converts(
        Coercion.ENGINE, VariantArray.of((1L << 24) + 1), PackedFloat32Array.of((float) (1 << 24)));
    converts(Coercion.ENGINE, PackedInt32Array.of(1, 2), VariantArray.of(1, 2));
    rejects(Coercion.NOTATION, PackedInt32Array.of(1, 2), VariantType.ARRAY);
  }

  @Test
  void roundsComponentsToSinglePrecision() {
    assertThat(Coercion.toSingles(new Vector2(0.1, 1))).isEqualTo(new Vector2((double) 0.1f, 1));
    PackedVector2Array vectors = PackedVector2Array.copyOf(List.of(new Vector2(0.1, 1)));
    assertThat(Coercion.toSingles(vectors)).isEqualTo(PackedVector2Array.of(0.1f, 1));
    Variant number = FloatValue.of(0.1);
    assertThat(Coercion.toSingles(number)).isSameAs(number);
  }

  @Test
  void convertsElementsToTypeOfPackedArrays() {
    VariantType bytes = VariantType.PACKED_BYTE_ARRAY;
    VariantType floats = VariantType.PACKED_FLOAT32_ARRAY;
    Variant large = FloatValue.of(1e300);
    assertThat(Coercion.NOTATION.toElement(bytes, IntValue.of(255))).hasValue(IntValue.of(255));
    assertThat(Coercion.NOTATION.toElement(bytes, IntValue.of(256))).isEmpty();
    assertThat(Coercion.NOTATION.toElement(floats, IntValue.of(3))).hasValue(FloatValue.of(3.0));
    assertThat(Coercion.NOTATION.toElement(floats, FloatValue.of(0.1)))
        .hasValue(FloatValue.of(0.1));
    assertThat(Coercion.NOTATION.toElement(floats, large)).isEmpty();
    assertThat(Coercion.ENGINE.toElement(floats, large)).hasValue(large);
    assertThat(Coercion.NOTATION.toElement(floats, IntValue.of((1L << 24) + 1))).isEmpty();
    assertThat(Coercion.NOTATION.toElement(VariantType.PACKED_STRING_ARRAY, IntValue.of(1)))
        .isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Coercion.NOTATION.toElement(VariantType.ARRAY, IntValue.of(1)))
        .withMessage("Array is not a packed array");
  }
}
