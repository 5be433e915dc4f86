package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.internal.Padding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Malformed and unusual bytes: the codec accepts, rejects and rewrites them like the engine. */
class UnusualVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest(name = "{0}: {2} inputs")
  @CsvSource({
    "4.6, godot-4, 1636",
    "4.6-double, godot-4, 1636",
    "3.6, godot-3, 1030",
    "3.2, godot-3, 1030"
  })
  void agreesWithEngineOnUnusualBytes(String engine, String dialect, int count) throws IOException {
    Deviations deviations = Deviations.of(engine, "accepts", "refuses", "rewrites");
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Vectors.Unusual vector : Vectors.unusual(engine)) {
      tried++;
      VariantCodec codec =
          VariantCodec.of(GoldenVectorsTest.dialect(engine, dialect)).withObjects(vector.objects());
      String difference = difference(codec, vector);
      if (!difference.isEmpty()
          && !deviations.allow(difference.substring(0, difference.indexOf(' ')), vector.name())) {
        failures.add(vector.name() + " " + HEX.formatHex(vector.bytes()) + " " + difference);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(deviations.unusedRows()).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  /** Returns the kind and details of a difference, or an empty string. */
  private static String difference(VariantCodec codec, Vectors.Unusual vector) {
    Variant value;
    try {
      value = codec.decodePrefix(vector.bytes()).value();
    } catch (VariantException e) {
      assertThat(e.byteOffset()).isBetween(0L, (long) vector.bytes().length);
      assertThat(e.path()).startsWith("$");
      return vector.isAccepted()
          ? "refuses " + e.getMessage() + " but the engine reads " + vector.verdict()
          : "";
    }
    if (!vector.isAccepted()) {
      return "accepts " + value + " but the engine says " + vector.verdict();
    }
    if (vector.reencoded().isEmpty()) {
      return "";
    }
    byte[] encoded = codec.encode(value);
    byte[] engines = vector.reencoded().get();
    boolean same =
        Arrays.equals(encoded, engines)
            || (vector.hasUndefinedPadding()
                && Padding.onlyPaddingDiffers(codec, encoded, engines));
    return same
        ? ""
        : "rewrites " + HEX.formatHex(encoded) + " but the engine " + HEX.formatHex(engines);
  }
}
