package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Godot 3 and 4 use different ids for containers, so the bytes identify the engine. */
  @ParameterizedTest
  @CsvSource({"4.6, godot-4, 387", "3.6, godot-3, 115", "3.2, godot-3, 115"})
  void recognizesEngineFromContainers(String engine, String dialect, int count) {
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

  @Test
  void reportsSameProblemAsCodec() {
    // Elements of type 255, and of an Array that declares more elements than bytes remain.
    for (String element : List.of("ff000000", "1c000000 00010000")) {
      byte[] bytes =
          HexFormat.of()
              .parseHex(
                  ("1c000000 02000000 00000000 1c000000 01000000" + element).replace(" ", ""));
      VariantException expected =
          catchThrowableOfType(
              VariantException.class, () -> VariantCodec.GODOT_4.decodePrefix(bytes));
      DialectProbe.Reading reading =
          DialectProbe.of(bytes, ReadLimits.DEFAULT).read(VariantCodec.GODOT_4);
      assertThat(reading.failsWith(MalformedVariantException.class)).isTrue();
      assertThat(reading.failsWith(VariantLimitException.class)).isFalse();
      assertThat(reading.problem()).get().hasToString(expected.toString());
      assertThat(expected.path()).isEqualTo("$[1][0]");
    }
  }

  private static void inGodot4(String hex, Fit fit, String reason) {
    assertThat(rank(hex))
        .filteredOn(candidate -> candidate.dialect().equals(Dialect.GODOT_4))
        .singleElement()
        .isEqualTo(new Candidate(Dialect.GODOT_4, fit, reason));
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
    List<Candidate> ranking = rank("17000000 01000000 02000000 6100 0000");
    assertThat(ranking.get(0).dialect()).isEqualTo(Dialect.GODOT_3);
    assertThat(ranking)
        .contains(
            new Candidate(
                Dialect.MANUAL_3_5,
                Fit.READABLE,
                "PackedStringArray of 16 bytes, but a text has control characters"));
    assertThat(rank("17000000 01000000 01000000 61 000000"))
        .contains(
            new Candidate(
                Dialect.MANUAL_3_5,
                Fit.CANONICAL,
                "PackedStringArray of 16 bytes, just as it is written in this dialect"));
  }

  @Test
  void groupsCandidatesWithSameReason() {
    assertThat(
            DialectProbe.describe(
                List.of(
                    new Candidate(Dialect.GODOT_3, Fit.READABLE, "one"),
                    new Candidate(Dialect.GODOT_4, Fit.READABLE, "another"),
                    new Candidate(Dialect.MANUAL_4, Fit.READABLE, "one"))))
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
    Candidate first =
        DialectProbe.rank(
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
    assertThat(DialectProbe.rank(object, ObjectMode.FULL, ReadLimits.DEFAULT).get(0).fit())
        .isEqualTo(Fit.CANONICAL);
    inGodot4(
        "18000000 01000000 41000000 00000000",
        Fit.NONE,
        "a full object is not allowed here; ObjectMode.FULL allows it");
  }

  @Test
  void readsContainersOfClassOrScriptInEachObjectMode() {
    for (String each :
        List.of(
            "1c000300 01000000 61000000 00000000", // Array[script "a"]
            "1c000200 00000000 00000000", // Array[class ""]
            "1b000d00 02000000 01000000 61000000 00000000", // Dictionary[int, script "a"]
            "1c000000 02000000 1c000300 01000000 61000000 00000000 7f000000")) {
      byte[] bytes = HexFormat.of().parseHex(each.replace(" ", ""));
      DialectProbe probe = DialectProbe.of(bytes, ReadLimits.DEFAULT);
      for (ObjectMode mode : ObjectMode.values()) {
        VariantCodec codec = VariantCodec.GODOT_4.withObjects(mode);
        DialectProbe.Reading alone = DialectProbe.of(bytes, ReadLimits.DEFAULT).read(codec);
        DialectProbe.Reading reading = probe.read(codec);
        assertThat(reading.decoded()).isEqualTo(alone.decoded());
        assertThat(reading.problem().map(Throwable::getMessage))
            .isEqualTo(alone.problem().map(Throwable::getMessage));
      }
      assertThat(probe.read(VariantCodec.GODOT_4))
          .isNotSameAs(probe.read(VariantCodec.GODOT_4.withObjects(ObjectMode.FULL)));
    }
    DialectProbe untyped = DialectProbe.of(new byte[4], ReadLimits.DEFAULT);
    assertThat(untyped.read(VariantCodec.GODOT_4))
        .isSameAs(untyped.read(VariantCodec.GODOT_4.withObjects(ObjectMode.FULL)));
  }

  /** A double-precision vector in an array, and padding to that many bytes in another element. */
  private static byte[] vectorAndBytes(int bytes) {
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    return wide.encode(VariantArray.of(new Vector2(0.1, 2), PackedByteArray.wrap(new byte[bytes])));
  }

  /** Of long bytes the value is made each time that it is asked for. */
  @ParameterizedTest
  @CsvSource({"16, true", "16777180, true", "16777184, false", "17000000, false"})
  void returnsSameAnswersForLongBytes(int size, boolean isKept) {
    byte[] bytes = vectorAndBytes(size);
    assertThat(bytes.length <= 1 << 24).isEqualTo(isKept);
    DialectProbe probe = DialectProbe.of(bytes, ReadLimits.DEFAULT);
    DialectProbe.Reading reading = probe.read(VariantCodec.GODOT_4);
    assertThat(reading.problem()).isEmpty();
    assertThat(reading.isWhole()).isTrue();
    assertThat(reading.reach()).isEqualTo(bytes.length);
    assertThat(reading.realPrecision()).isEqualTo(RealPrecision.DOUBLE);
    Decoded decoded = reading.decoded().orElseThrow();
    assertThat(decoded.length()).isEqualTo(bytes.length);
    assertThat(decoded.value().asArray().get(0)).isEqualTo(new Vector2(0.1, 2));
    assertThat(reading.decoded().orElseThrow() == decoded).isEqualTo(isKept);
    assertThat(probe.read(VariantCodec.GODOT_4)).isSameAs(reading);

    assertThat(probe.rank(ObjectMode.IDS).get(0).fit()).isEqualTo(Fit.CANONICAL);
    DialectProbe.Reading ranked = probe.read(VariantCodec.of(Dialect.GODOT_4_3));
    assertThat(ranked.decoded()).hasValueSatisfying(it -> assertThat(it).isEqualTo(decoded));
    assertThat(ranked.decoded().orElseThrow() == ranked.decoded().orElseThrow()).isEqualTo(isKept);
    assertThat(probe.read(VariantCodec.GODOT_3).problem()).isPresent();
    assertThat(probe.read(VariantCodec.GODOT_3).decoded()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"16", "17000000"})
  void reportsPositionOfDamage(int size) {
    byte[] bytes = vectorAndBytes(size);
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 8);
    DialectProbe.Reading reading =
        DialectProbe.of(cut, ReadLimits.DEFAULT).read(VariantCodec.GODOT_4);
    assertThat(reading.problem())
        .hasValueSatisfying(e -> assertThat(e).hasMessageContaining("PackedByteArray"));
    assertThat(reading.isWhole()).isFalse();
    assertThat(reading.reach()).isEqualTo(28 + 4);
    assertThat(reading.decoded()).isEmpty();
    byte[] more = Arrays.copyOf(bytes, bytes.length + 8);
    reading = DialectProbe.of(more, ReadLimits.DEFAULT).read(VariantCodec.GODOT_4);
    assertThat(reading.problem()).isEmpty();
    assertThat(reading.isWhole()).isFalse();
    assertThat(reading.reach()).isEqualTo(bytes.length);
  }
}
