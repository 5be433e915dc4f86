package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How well the dialects fit the bytes of a value. */
class FormatDetectorTest {
  private static FormatCandidate candidate(Dialect dialect, Fit fit, String reason) {
    return new FormatCandidate(Framing.BARE, dialect, fit, 16, reason);
  }

  private static List<FormatCandidate> rank(String hex) {
    return FormatDetector.rank(
        HexFormat.of().parseHex(hex.replace(" ", "")), ObjectMode.IDS, ReadLimits.DEFAULT);
  }

  /** Godot 3 and 4 use different ids for containers, so the bytes identify the engine. */
  @ParameterizedTest
  @CsvSource({"4.6, godot-4, 387", "3.6, godot-3, 115", "3.2, godot-3, 115"})
  void recognizesEngineFromContainers(String engine, String dialect, int count) {
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      if (vector.name().startsWith("array.") || vector.name().startsWith("dictionary.")) {
        tried++;
        FormatCandidate first =
            FormatDetector.rank(vector.bytes(), vector.objects(), ReadLimits.DEFAULT).get(0);
        if (!first.dialect().name().equals(dialect)) {
          wrong.add(vector + ": " + first);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).isEqualTo(count);
  }

  @Test
  void returnsSeveralCandidatesForAmbiguousBytes() {
    // A Color of Godot 3 is a Plane of Godot 4.
    assertThat(rank("0e000000 0000803e 0000003f 0000403f 0000803f"))
        .filteredOn(candidate -> candidate.fit() == Fit.CANONICAL)
        .extracting(candidate -> candidate.dialect().name())
        .contains("godot-4", "godot-3", "manual-4");
  }

  @Test
  void ranksEveryPresetOnceWithCommonDialectsFirst() {
    List<String> presets = new ArrayList<>();
    Dialect.presets().forEach(dialect -> presets.add(dialect.name()));
    presets.remove("godot-4.4"); // which is godot-4 by another name
    assertThat(rank("00000000"))
        .extracting(candidate -> candidate.dialect().name())
        .startsWith("godot-4", "godot-3")
        .containsExactlyInAnyOrderElementsOf(presets);
  }

  @Test
  void usesSingularForOneByte() {
    assertThat(rank("00000000 00").get(0).reason()).isEqualTo("Nil of 4 bytes, and 1 byte follows");
  }

  @Test
  void givesReasonsAgainstCandidates() {
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

  private static void inGodot4(String hex, Fit fit, String reason) {
    assertThat(rank(hex))
        .filteredOn(candidate -> candidate.dialect().equals(Dialect.GODOT_4))
        .singleElement()
        .extracting(FormatCandidate::fit, FormatCandidate::reason)
        .containsExactly(fit, reason);
  }

  @Test
  void reportsOddTextsAtAnyDepth() {
    String odd = "String of 12 bytes, but a text has control characters";
    inGodot4("04000000 01000000 01000000", Fit.READABLE, odd);
    inGodot4("04000000 01000000 1f000000", Fit.READABLE, odd);
    for (String usual : List.of("20", "0a", "0d", "09")) {
      inGodot4(
          "04000000 01000000 " + usual + "000000",
          Fit.CANONICAL,
          "String of 12 bytes, just as it is written in this dialect");
    }
    inGodot4(
        "15000000 01000000 01000000",
        Fit.READABLE,
        "StringName of 12 bytes, but a name has control characters");
    inGodot4(
        "16000000 01000080 00000000 00000000 01000000 01000000",
        Fit.READABLE,
        "NodePath of 24 bytes, but a path has control characters");
    inGodot4(
        "1c000000 01000000 04000000 01000000 01000000",
        Fit.READABLE,
        "Array of 20 bytes, but a text has control characters");
    for (String pair :
        List.of("04000000 01000000 01000000 00000000", "00000000 04000000 01000000 01000000")) {
      inGodot4(
          "1b000000 01000000 " + pair,
          Fit.READABLE,
          "Dictionary of 24 bytes, but a text has control characters");
    }
  }

  /** To the manual, the strings of engines are texts that end with a NUL. */
  @Test
  void reportsPackedStringsOfEnginesAsOddInManualDialects() {
    List<FormatCandidate> ranking = rank("17000000 01000000 02000000 6100 0000");
    assertThat(ranking.get(0).dialect()).isEqualTo(Dialect.GODOT_3);
    assertThat(ranking)
        .contains(
            candidate(
                Dialect.MANUAL_3_5,
                Fit.READABLE,
                "PackedStringArray of 16 bytes, but a text has control characters"));
    assertThat(rank("17000000 01000000 01000000 61 000000"))
        .contains(
            candidate(
                Dialect.MANUAL_3_5,
                Fit.CANONICAL,
                "PackedStringArray of 16 bytes, just as it is written in this dialect"));
  }

  @Test
  void groupsCandidatesWithSameReason() {
    assertThat(
            FormatCandidate.describe(
                List.of(
                    candidate(Dialect.GODOT_3, Fit.READABLE, "one"),
                    candidate(Dialect.GODOT_4, Fit.READABLE, "another"),
                    candidate(Dialect.MANUAL_4, Fit.READABLE, "one"))))
        .isEqualTo("godot-3, manual-4 (one), godot-4 (another)");
  }

  @Test
  void reportsIntegersInFloatBitsAsOdd() {
    String odd =
        "Vector2 of 12 bytes, but a Vector2 has components as small as integers look in float"
            + " bits";
    inGodot4("05000000 01000000 0000803f", Fit.READABLE, odd);
    inGodot4("05000000 00000000 ffff7f80", Fit.READABLE, odd);
    inGodot4(
        "05000000 00000000 00008000",
        Fit.CANONICAL,
        "Vector2 of 12 bytes, just as it is written in this dialect");
  }

  @Test
  void ranksBytesThatWriterDoesNotProduceAsReadableOnly() {
    inGodot4(
        "01000000 02000000", Fit.READABLE, "bool of 8 bytes, but it would be written otherwise");
    inGodot4(
        "05000100 9a9999999999b93f 0000000000000040",
        Fit.CANONICAL,
        "Vector2 of 20 bytes, just as it is written in this dialect");
    String deep = "1c000000 01000000 ".repeat(ReadLimits.ENGINE_DEPTH + 1) + "00000000";
    FormatCandidate first =
        FormatDetector.rank(
                HexFormat.of().parseHex(deep.replace(" ", "")),
                ObjectMode.IDS,
                ReadLimits.DEFAULT.withDepth(2000))
            .get(0);
    assertThat(first.fit()).isEqualTo(Fit.READABLE);
    assertThat(first.reason())
        .isEqualTo(
            "Array of 8204 bytes, but it could not be written: nested deeper than the 1024"
                + " levels that engines read");
  }

  @Test
  void readsObjectsInModeOfCaller() {
    byte[] object = HexFormat.of().parseHex("180000000100000041000000" + "00000000");
    assertThat(FormatDetector.rank(object, ObjectMode.FULL, ReadLimits.DEFAULT).get(0).fit())
        .isEqualTo(Fit.CANONICAL);
    inGodot4(
        "18000000 01000000 41000000 00000000",
        Fit.NONE,
        "a full object is not allowed here; ObjectMode.FULL allows it");
  }
}
