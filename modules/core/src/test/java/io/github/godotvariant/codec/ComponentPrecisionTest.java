package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testsupport.Hex;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The components of vectors and colors in 32 and 64 bits. */
class ComponentPrecisionTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;

  @Test
  void reportsPrecisionOfDecodedComponents() {
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    for (Variant value :
        List.of(
            new Vector2(0, 0),
            new Plane(new Vector3(0, 1, 0), 0),
            PackedVector3Array.of(0, 0, 0),
            VariantDictionary.of("a", VariantArray.of(new Vector3(1, 2, 3))))) {
      assertThat(CODEC.inspect(wide.encode(value)).realPrecision()).isEqualTo(RealPrecision.DOUBLE);
      assertThat(CODEC.inspect(CODEC.encode(value)).realPrecision())
          .isEqualTo(RealPrecision.SINGLE);
    }
    for (Variant value :
        List.of(
            Variant.of(0.1),
            Variant.of(1L << 40),
            PackedFloat64Array.of(0.1),
            new Color(1, 1, 1, 1))) {
      assertThat(CODEC.inspect(wide.encode(value)).realPrecision()).isEqualTo(RealPrecision.SINGLE);
    }
  }

  @Test
  void writesConfiguredPrecisionAndReadsBoth() {
    VariantCodec doubles = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    Vector2 value = new Vector2(1.5, 0.1);
    byte[] bytes = Hex.bytes("05000100 000000000000f83f 9a9999999999b93f");
    assertThat(doubles.encode(value)).isEqualTo(bytes);
    assertThat(CODEC.decode(bytes)).isEqualTo(value);
    assertThat(doubles.decode(Hex.bytes("05000000 0000c03f cdcccc3d")))
        .isEqualTo(new Vector2(1.5, 0.1f));
    PackedVector2Array packed = PackedVector2Array.unsafeWrap(new double[] {1.5, 0.1});
    byte[] packedBytes = Hex.bytes("23000100 01000000 000000000000f83f 9a9999999999b93f");
    assertThat(doubles.encode(packed)).isEqualTo(packedBytes);
    assertThat(CODEC.decode(packedBytes)).isEqualTo(packed);
    assertThat(CODEC.encode(packed)).isEqualTo(Hex.bytes("23000000 01000000 0000c03f cdcccc3d"));
  }

  @Test
  void keepsNanBitsOfComponents() {
    for (String bits : List.of("0000c07f", "0100c0ff", "0100807f", "ffffffff", "010080ff")) {
      byte[] bytes = Hex.bytes("05000000 " + bits + " 00000080");
      assertThat(CODEC.encode(CODEC.decode(bytes))).as(bits).isEqualTo(bytes);
      byte[] packed = Hex.bytes("23000000 01000000 " + bits + " 00000080");
      assertThat(CODEC.encode(CODEC.decode(packed))).as(bits).isEqualTo(packed);
      byte[] color = Hex.bytes("14000000 " + bits + "00000080 00000000 00000000");
      assertThat(CODEC.encode(CODEC.decode(color))).as(bits).isEqualTo(color);
    }
  }

  /** Behaviour of Godot 4.6.3 in single precision. Double precision keeps signalling NaNs. */
  @Test
  void quietsSignallingNansInNarrowedComponents() {
    byte[] vector = Hex.bytes("05000100 9a9999999999f17f cdccccc4cccc0040");
    assertThat(Hex.of(CODEC.encode(CODEC.decode(vector)))).isEqualTo("05000000cccccc7f66660640");
    byte[] vectors = Hex.bytes("23000100 01000000 9a9999999999f17f cdccccc4cccc0040");
    assertThat(Hex.of(CODEC.encode(CODEC.decode(vectors))))
        .isEqualTo("2300000001000000cccccc7f66660640");
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    assertThat(wide.encode(wide.decode(vector))).isEqualTo(vector);
    assertThat(wide.encode(wide.decode(vectors))).isEqualTo(vectors);
  }
}
