package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.ManualCases.NODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.codec.ManualCases.Case;
import io.github.godotvariant.codec.ManualCases.Edition;
import io.github.godotvariant.codec.ManualCases.Expectation;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decodes and encodes the {@link ManualCases}. */
class ManualDialectsTest {
  @TestFactory
  Stream<DynamicTest> decodesAndEncodesBytesOfManual() {
    return ManualCases.editions().stream()
        .flatMap(e -> e.cases().stream().map(c -> test(e.dialect(), c)));
  }

  @TestFactory
  Stream<DynamicTest> decodesAndEncodesBytesOfDoublePrecision() {
    return ManualCases.editions().stream()
        .flatMap(
            e -> {
              Dialect doubled = e.dialect().withRealPrecision(RealPrecision.DOUBLE);
              return e.doubled().stream().map(c -> test(doubled, c));
            });
  }

  @ParameterizedTest
  @MethodSource("io.github.godotvariant.codec.ManualCases#editions")
  void coversEveryRowOfDialect(Edition edition) {
    assertThat(edition.dialect().rows().stream().map(TypeRow::name))
        .containsExactly(edition.names().split(" "));
    TreeSet<Integer> covered = new TreeSet<>();
    for (Case one : edition.cases()) {
      if (one.expectation() != Expectation.MALFORMED) {
        covered.add(one.id());
      }
    }
    assertThat(edition.dialect().rows().stream().map(TypeRow::wireId))
        .containsExactlyElementsOf(covered);
  }

  @Test
  void rejectsFloatsThatDoNotFitIn32Bits() {
    VariantCodec codec = VariantCodec.of(Dialect.MANUAL_3_0);
    assertThatThrownBy(() -> codec.encode(FloatValue.of(0.1)))
        .isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> codec.encode(FloatValue.of(1e300)))
        .isInstanceOf(InexpressibleVariantException.class);
  }

  /** Engines read a negative count as zero. */
  @Test
  void rejectsNegativePropertyCount() {
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_4).withObjects(ObjectMode.FULL);
    byte[] bytes =
        HexFormat.of().parseHex("1300000001000000" + "11000000" + "04000000" + "4e6f6465ffffffff");
    String message = "Object has negative property count -1, at byte 20, $[0]";
    assertThatThrownBy(() -> manual.decode(bytes))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage(message);
    assertThat(manual.inspect(bytes).failure().orElseThrow()).hasMessage(message);
    try (VariantReader reader = manual.reader(bytes)) {
      reader.beginArray();
      assertThatThrownBy(reader::skipValue).hasMessage(message);
    }
    try (VariantReader reader = manual.reader(bytes)) {
      reader.beginArray();
      assertThatThrownBy(reader::beginObject).hasMessage(message);
    }
    VariantCodec engine = VariantCodec.of(Dialect.GODOT_3).withObjects(ObjectMode.FULL);
    assertThat(engine.decode(bytes)).isEqualTo(VariantArray.of(new ObjectValue("Node", List.of())));
  }

  @Test
  void rejectsObjectsOfOtherMode() {
    VariantCodec ids = VariantCodec.of(Dialect.MANUAL_4);
    VariantCodec full = ids.withObjects(ObjectMode.FULL);
    assertThatThrownBy(() -> ids.encode(NODE)).isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> full.encode(new ObjectIdValue(7)))
        .isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> ids.encode(new ObjectIdValue(7L << 32)))
        .as("decodes to null")
        .isInstanceOf(InexpressibleVariantException.class);
  }

  private static DynamicTest test(Dialect dialect, Case one) {
    return DynamicTest.dynamicTest(
        dialect + " " + one.expectation() + " " + one.hex(), () -> check(dialect, one));
  }

  private static void check(Dialect dialect, Case one) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(one.objects());
    String hex = one.hex().replace(" ", "");
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (one.expectation() == Expectation.ROUND_TRIP || one.expectation() == Expectation.DECODED) {
      assertThat(codec.decode(bytes)).isEqualTo(one.value());
      assertThat(codec.inspect(bytes).failure()).isEmpty();
      assertThat(codec.inspect(bytes).length()).isEqualTo(bytes.length);
      CodecAssertions.skip(codec, bytes);
    } else {
      assertThatThrownBy(() -> codec.decode(bytes)).isInstanceOf(MalformedVariantException.class);
    }
    if (one.expectation() == Expectation.ROUND_TRIP) {
      assertThat(HexFormat.of().formatHex(codec.encode(one.value()))).isEqualTo(hex);
    } else if (one.expectation() == Expectation.DECODED) {
      assertThat(codec.encode(one.value())).isNotEqualTo(bytes);
    } else if (one.expectation() == Expectation.REJECTED) {
      assertThatThrownBy(() -> codec.encode(one.value()))
          .isInstanceOf(InexpressibleVariantException.class);
    }
  }
}
