package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testkit.internal.Padding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that real engines wrote decode to the original value and encode to the same bytes. */
class GoldenVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  /** Returns the dialect of an engine, with the precision in the name of the engine. */
  static Dialect dialect(String engine, String name) {
    Dialect dialect = Dialect.named(name).orElseThrow();
    return engine.endsWith("-double") ? dialect.withRealPrecision(RealPrecision.DOUBLE) : dialect;
  }

  private static VariantCodec codec(String engine, String dialect, Vectors.Golden vector) {
    return VariantCodec.of(dialect(engine, dialect)).withObjects(vector.objects());
  }

  @Test
  void listsEnginesIfEngineHasNoVectors() {
    String engines = "; engines: 3.2, 3.6, 4.6, 4.6-double";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Vectors.golden("4.5"))
        .withMessage("no vectors of the engine 4.5" + engines);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Vectors.unusual("godot-4.6"))
        .withMessage("no vectors of the engine godot-4.6" + engines);
  }

  @ParameterizedTest(name = "{0}: {2} values")
  @CsvSource({
    "4.6, godot-4, 754",
    "4.6-double, godot-4, 753",
    "3.6, godot-3, 405",
    "3.2, godot-3, 405"
  })
  void decodesToValueOfEngine(String engine, String dialect, int count) throws IOException {
    Deviations deviations = Deviations.of(engine, "decodes");
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      tried++;
      Variant decoded = codec(engine, dialect, vector).decode(vector.bytes());
      if (!decoded.equals(vector.decoded()) && !deviations.allow("decodes", vector.name())) {
        failures.add(vector + ": " + decoded + " instead of " + vector.decoded());
      }
    }
    assertThat(failures).isEmpty();
    assertThat(deviations.unusedRows()).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  @ParameterizedTest(name = "{0}: {2} values")
  @CsvSource({
    "4.6, godot-4, 754",
    "4.6-double, godot-4, 753",
    "3.6, godot-3, 405",
    "3.2, godot-3, 405"
  })
  void encodesToBytesOfEngine(String engine, String dialect, int count) {
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      tried++;
      VariantCodec codec = codec(engine, dialect, vector);
      byte[] encoded = codec.encode(vector.value());
      boolean same =
          Arrays.equals(encoded, vector.bytes())
              || (vector.hasUndefinedPadding()
                  && Padding.onlyPaddingDiffers(codec, encoded, vector.bytes()));
      if (!same) {
        failures.add(
            vector
                + ": "
                + HEX.formatHex(encoded)
                + " instead of "
                + HEX.formatHex(vector.bytes()));
      }
    }
    assertThat(failures).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  @ParameterizedTest(name = "{0}: {2} values")
  @CsvSource({
    "4.6, godot-4, 754",
    "4.6-double, godot-4, 753",
    "3.6, godot-3, 405",
    "3.2, godot-3, 405"
  })
  void encodesDecodedValuesToSameBytes(String engine, String dialect, int count) {
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      VariantCodec codec = codec(engine, dialect, vector);
      Variant decoded = codec.decode(vector.bytes());
      if (!vector.name().endsWith(".bom")) { // a leading byte order mark is lost, as in the engine
        byte[] encoded = codec.encode(decoded);
        assertThat(
                Arrays.equals(encoded, vector.bytes())
                    || (vector.hasUndefinedPadding()
                        && Padding.onlyPaddingDiffers(codec, encoded, vector.bytes())))
            .as(vector.name())
            .isTrue();
        assertThat(codec.decode(encoded)).as(vector.name()).isEqualTo(decoded);
      }
      tried++;
    }
    assertThat(tried).isEqualTo(count);
  }
}
