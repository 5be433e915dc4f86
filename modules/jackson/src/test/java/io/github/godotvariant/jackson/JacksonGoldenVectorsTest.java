package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.GeneratedValues.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Vectors;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;

/** Reads values that engines wrote with the parser, and writes them with the generator. */
class JacksonGoldenVectorsTest {
  private static final Map<String, Dialect> ENGINES =
      new TreeMap<>(Map.of("4.6", Dialect.GODOT_4, "3.6", Dialect.GODOT_3, "3.2", Dialect.GODOT_3));

  /** Vectors that are written with other bytes, as by the codec, and the reason. */
  private static final Map<String, String> DEVIATIONS =
      Map.of("4.6 string.bom", "readers leave a byte order mark at the start of a text out");

  record Case(String engine, Vectors.Golden vector) {
    @Override
    public String toString() {
      return engine + " " + vector.name();
    }

    VariantCodec codec() {
      return VariantCodec.of(Objects.requireNonNull(ENGINES.get(engine)))
          .withObjects(vector.objects());
    }

    GodotFactory factory() {
      return GodotFactory.builder()
          .codec(codec())
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(2000).build())
          .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(2000).build())
          .build();
    }

    GodotParser parser(GodotReadFeature... features) {
      GodotFactory factory = factory().rebuild().enable(features).build();
      return (GodotParser) factory.createParser(ObjectReadContext.empty(), vector.bytes());
    }

    /** The expected bytes. The codec writes zeros for padding that engines leave undefined. */
    byte[] expectedBytes() {
      return vector.hasUndefinedPadding() || DEVIATIONS.containsKey(toString())
          ? codec().encode(codec().decode(vector.bytes()))
          : vector.bytes();
    }
  }

  static Stream<Case> cases() {
    return ENGINES.keySet().stream()
        .flatMap(engine -> Vectors.golden(engine).stream().map(v -> new Case(engine, v)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void copiesStructuresByteForByte(Case at) {
    try (JsonParser parser = at.parser()) {
      parser.nextToken();
      assertThat(write(at.factory(), to -> to.copyCurrentStructure(parser)))
          .isEqualTo(at.expectedBytes());
      assertThat(parser.nextToken()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void copiesEventsByteForByte(Case at) {
    try (JsonParser parser = at.parser(GodotReadFeature.STRINGIFY_KEYS)) {
      assertThat(
              write(
                  at.factory(),
                  to -> {
                    while (parser.nextToken() != null) {
                      to.copyCurrentEvent(parser);
                    }
                  }))
          .isEqualTo(at.expectedBytes());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void readsAndWritesVariantsLikeCodec(Case at) {
    Variant expected = at.codec().decode(at.vector().bytes());
    try (GodotParser parser = at.parser()) {
      parser.nextToken();
      assertThat(parser.readVariant()).isEqualTo(expected);
      assertThat(parser.nextToken()).isNull();
    }
    assertThat(write(at.factory(), to -> to.writePOJO(expected))).isEqualTo(at.expectedBytes());
  }

  @Test
  void coversAllEngines() {
    assertThat(cases().map(Case::engine).distinct()).hasSize(3);
    assertThat(cases().map(Case::toString)).containsAll(DEVIATIONS.keySet());
  }

  /** Vectors without a deviation must be removed from the table. */
  @Test
  void listsOnlyActualDeviations() {
    assertThat(cases().filter(at -> DEVIATIONS.containsKey(at.toString())))
        .allSatisfy(at -> assertThat(at.expectedBytes()).isNotEqualTo(at.vector().bytes()));
  }
}
