package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.ReadLimits;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectProbeTest {
  private static List<Candidate> rank(String hex) {
    return DialectProbe.rank(
        HexFormat.of().parseHex(hex.replace(" ", "")), ObjectMode.IDS, ReadLimits.DEFAULT);
  }

  /** Containers have ids of their own in Godot 3 and 4, so the engine is told from its bytes. */
  @ParameterizedTest
  @CsvSource({"4.6, godot-4, 387", "3.6, godot-3, 115", "3.2, godot-3, 115"})
  void containersTellTheEngine(String engine, String dialect, int count) {
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      if (vector.name().startsWith("array.") || vector.name().startsWith("dictionary.")) {
        tried++;
        Candidate first =
            DialectProbe.rank(vector.bytes(), vector.objects(), ReadLimits.DEFAULT).get(0);
        if (!first.dialect().name().equals(dialect)) {
          wrong.add(vector + ": " + first);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  @Test
  void ambiguousBytesHaveSeveralCandidates() {
    // A Color of Godot 3 is a Plane of Godot 4.
    assertThat(rank("0e000000 0000803e 0000003f 0000403f 0000803f"))
        .filteredOn(candidate -> candidate.fit() == Fit.CANONICAL)
        .extracting(candidate -> candidate.dialect().name())
        .contains("godot-4", "godot-3", "manual-4");
  }

  @Test
  void everyPresetIsACandidateOnceAndThoseMetMostComeFirst() {
    List<String> presets = new ArrayList<>();
    Dialect.presets().forEach(dialect -> presets.add(dialect.name()));
    presets.remove("godot-4.4"); // which is godot-4 by another name
    assertThat(rank("00000000"))
        .extracting(candidate -> candidate.dialect().name())
        .startsWith("godot-4", "godot-3")
        .containsExactlyInAnyOrderElementsOf(presets);
  }

  @Test
  void oneByteIsSingular() {
    assertThat(rank("00000000 00").get(0).reason()).isEqualTo("Nil of 4 bytes, and 1 byte follows");
  }

  @Test
  void reasonsSayWhatSpeaksAgainst() {
    // A Rect2 of Godot 3 would be a Vector2i of Godot 4, with bytes left over.
    assertThat(rank("06000000 0000803f 00000040 00004040 00008040"))
        .anySatisfy(
            candidate -> {
              assertThat(candidate.dialect().name()).isEqualTo("godot-4");
              assertThat(candidate.fit()).isEqualTo(Fit.PREFIX);
              assertThat(candidate.reason()).isEqualTo("Vector2i of 12 bytes, and 8 bytes follow");
            })
        .first()
        .satisfies(candidate -> assertThat(candidate.dialect().name()).isEqualTo("godot-3"));
    assertThat(rank("ff000000"))
        .allSatisfy(candidate -> assertThat(candidate.fit()).isEqualTo(Fit.NONE));
  }
}
