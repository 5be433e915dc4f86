package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of games with 64-bit components, for such games and for those with 32 bits. */
class DoublePrecisionTest {
  private static final VariantCodec SINGLE = VariantCodec.GODOT_4;
  private static final VariantCodec DOUBLE =
      VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));

  /** Input, and what Godot 4.6.3 with 64-bit components writes for it. */
  @ParameterizedTest
  @CsvSource({
    "05000000 0100807f 00000000, 05000100 000000200000f87f 0000000000000000",
    "05000000 010080ff 0000c07f, 05000100 000000200000f8ff 000000000000f87f",
    "23000000 01000000 0100807f 00000000, 23000100 01000000 000000200000f87f 0000000000000000",
    "14000000 0100807f 00000000 00000000 00000000, 14000000 0100807f 00000000 00000000 00000000",
    "25000000 01000000 0100807f 00000000 00000000 00000000,"
        + " 25000000 01000000 0100807f 00000000 00000000 00000000",
    "20000000 01000000 0100807f, 20000000 01000000 0100807f"
  })
  void makesSignallingNansQuietWhereTheyAreWidened(String input, String rewritten) {
    byte[] bytes = Hex.bytes(input);
    assertThat(DOUBLE.encode(DOUBLE.decode(bytes))).isEqualTo(Hex.bytes(rewritten));
    assertThat(DOUBLE.encode(DOUBLE.reader(bytes).nextValue())).isEqualTo(Hex.bytes(rewritten));
    assertThat(SINGLE.encode(SINGLE.decode(bytes))).isEqualTo(bytes);
  }
}
