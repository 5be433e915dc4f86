package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Basis;
import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Plane;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.testsupport.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dialect for a fork of the engine with other ids, rules and layouts. */
class ForkTest {
  private static final Dialect FORK =
      Dialect.GODOT_4
          .builder("fork", "A fork of the engine")
          .remove(5) // Vector2
          .row(new TypeRow(2, "integer", VariantType.INT, Layout.of(Kind.INT_64)))
          .remove(14)
          .row(
              new TypeRow(
                  105,
                  "Surface",
                  VariantType.PLANE,
                  Layout.of(Kind.REALS, "d", "normal.z", "normal.y", "normal.x")))
          .row(new TypeRow(6, "Vector2i", VariantType.VECTOR2I, Layout.of(Kind.INTS, "y", "x")))
          .row(new TypeRow(9, "Vector3", VariantType.VECTOR3, Layout.of(Kind.REALS, "z", "y", "x")))
          .row(
              new TypeRow(
                  8,
                  "Rect2i",
                  VariantType.RECT2I,
                  Layout.of(Kind.INTS, "size.y", "size.x", "position.y", "position.x")))
          .row(
              new TypeRow(
                  20, "Color", VariantType.COLOR, Layout.of(Kind.FLOATS, "a", "r", "g", "b")))
          .row(
              new TypeRow(
                  17,
                  "Basis",
                  VariantType.BASIS,
                  Layout.of(
                      Kind.REALS, "z.z", "z.y", "z.x", "y.z", "y.y", "y.x", "x.z", "x.y", "x.x")))
          .row(new TypeRow(23, "RID", VariantType.RID, Layout.of(Kind.NOTHING)))
          .typeMask(0xFFFF)
          .textRule(TextRule.PLAIN)
          .hasTerminatedPackedStrings(false)
          .containerTyping(ContainerTyping.NONE)
          .hasEngineLeniency(false)
          .build();

  private static final VariantCodec CODEC = VariantCodec.of(FORK);

  private static void roundTrips(Variant value, String hex) {
    byte[] bytes = Hex.bytes(hex);
    assertThat(CODEC.encode(value)).isEqualTo(bytes);
    assertThat(CODEC.encodedSize(value)).isEqualTo(bytes.length);
    assertThat(CODEC.decode(bytes)).isEqualTo(value);
    assertThat(CODEC.inspect(bytes).length()).isEqualTo(bytes.length);
    CodecAssertions.skip(CODEC, bytes);
  }

  @Test
  void usesIdsAndLayoutsOfFork() {
    roundTrips(Variant.of(7), "02000000 0700000000000000");
    roundTrips(new Plane(new Vector3(1, 2, 3), 4), "69000000 00008040 00004040 00000040 0000803f");
    roundTrips(
        new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
        "08000000 04000000 03000000 02000000 01000000");
    roundTrips(new Vector2i(1, 2), "06000000 02000000 01000000");
    roundTrips(new Vector3(1, 2, 3), "09000000 00004040 00000040 0000803f");
    roundTrips(new Color(1, 2, 3, 4), "14000000 00008040 0000803f 00000040 00004040");
    roundTrips(
        new Basis(new Vector3(1, 2, 3), new Vector3(4, 5, 6), new Vector3(7, 8, 9)),
        "11000000 00001041 00000041 0000e040 0000c040 0000a040 00008040"
            + "00004040 00000040 0000803f");
    roundTrips(new RID(0), "17000000");
    roundTrips(PackedStringArray.of("ab"), "22000000 01000000 02000000 61620000");
  }

  @Test
  void writesTypesOfForkInsideContainers() {
    roundTrips(
        VariantDictionary.of("p", new Plane(new Vector3(1, 2, 3), 4)),
        "1b000000 01000000 04000000 01000000 70000000"
            + "69000000 00008040 00004040 00000040 0000803f");
    roundTrips(
        VariantArray.of(new Vector3(1, 2, 3), new Vector2i(1, 2)),
        "1c000000 02000000 09000000 00004040 00000040 0000803f 06000000 02000000 01000000");
  }

  @Test
  void rejectsTypesAndIdsMissingFromFork() {
    assertThatThrownBy(
            () -> CODEC.encode(VariantArray.of(new io.github.godotvariant.Vector2(1, 2))))
        .isInstanceOf(InexpressibleVariantException.class)
        .hasMessage("Vector2 cannot be written in fork, at byte 8, $[0]");
    assertThatThrownBy(() -> CODEC.decode(Hex.bytes("05000000 00000000 00000000")))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("no type has id 5 in fork, at byte 0, $");
  }

  @ParameterizedTest
  @CsvSource({
    "02000100 0700000000000000, 7", // the fork has only 64-bit ints, so bit 16 has no meaning
    "1c000100 00000000, []"
  })
  void ignoresHeaderBitsWithoutMeaning(String hex, String text) {
    assertThat(CODEC.decode(Hex.bytes(hex))).hasToString(text);
  }
}
