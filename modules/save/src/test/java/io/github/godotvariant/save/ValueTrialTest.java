package io.github.godotvariant.save;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Color;
import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.ValueTrial.Option;
import io.github.godotvariant.save.ValueTrial.Reading;
import io.github.godotvariant.testkit.Damage;
import io.github.godotvariant.testkit.RandomVariants;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ValueTrialTest {
  /** Longer than the values that a trial keeps. */
  private static final int LONG = (1 << 24) + 4;

  private static final Option GODOT_3 = option(Dialect.GODOT_3, ObjectMode.IDS);
  private static final Option GODOT_4 = option(Dialect.GODOT_4, ObjectMode.IDS);

  private static Option option(Dialect dialect, ObjectMode objects) {
    VariantCodec full = VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
    return new Option(objects == ObjectMode.FULL ? full : full.withObjects(objects), full);
  }

  private static ValueTrial trial(byte[] bytes) {
    return new ValueTrial(bytes, Framing.STORE_VAR, 3, 40, true);
  }

  private static Variant longValue(Variant last) {
    return VariantArray.of(PackedByteArray.unsafeWrap(new byte[LONG]), last);
  }

  @Test
  void readsLongValueWithoutCreatingIt() {
    Variant value = longValue(Variant.of("end"));
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    ValueTrial trial = trial(bytes);
    Reading reading = trial.read(GODOT_4);
    assertThat(reading.value()).isNull();
    assertThat(reading.length()).isEqualTo(bytes.length);
    assertThat(reading.precision()).isEqualTo(RealPrecision.SINGLE);
    assertThat(trial.isWhole(reading)).isTrue();
    assertThat(trial.problem(reading)).isNull();
    assertThat(trial.value(reading)).isEqualTo(value);
    assertThat(trial.judge(GODOT_4).fit()).isEqualTo(Fit.CANONICAL);
    assertThat(trial.judge(GODOT_3).fit()).isEqualTo(Fit.NONE);
  }

  @Test
  void findsPrecisionOfLongValue() {
    Dialect wide = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    byte[] bytes = VariantCodec.of(wide).encode(longValue(new Vector2(0.1, 1)));
    ValueTrial trial = trial(bytes);
    assertThat(trial.read(GODOT_4).precision()).isEqualTo(RealPrecision.DOUBLE);
    assertThat(trial.judge(GODOT_4).fit()).isEqualTo(Fit.CANONICAL);
  }

  @Test
  void findsBytesAfterLongValue() {
    byte[] bytes = VariantCodec.GODOT_4.encode(longValue(Variant.of(1)));
    ValueTrial trial = trial(Arrays.copyOf(bytes, bytes.length + 8));
    Reading reading = trial.read(GODOT_4);
    assertThat(trial.isWhole(reading)).isFalse();
    assertThat(reading.length()).isEqualTo(bytes.length);
    assertThat(trial.excessProblem(reading))
        .hasMessageStartingWith("8 bytes follow the value")
        .extracting(VariantException::byteOffset)
        .isEqualTo((long) bytes.length);
    assertThat(trial.judge(GODOT_4).fit()).isEqualTo(Fit.PREFIX);
  }

  @Test
  void reportsPathOfProblemInLongValue() {
    byte[] bytes = VariantCodec.GODOT_4.encode(longValue(Variant.of(1)));
    bytes[bytes.length - 8] = 99; // the type of the second element
    ValueTrial trial = trial(bytes);
    Reading reading = trial.read(GODOT_4);
    assertThat(reading.length()).isEqualTo(bytes.length - 8);
    assertThat(trial.problem(reading)).hasMessageContaining("$[1]");
  }

  @Test
  void comparesValuesOfDialects() {
    byte[] text = VariantCodec.GODOT_4.encode(Variant.of("x".repeat(LONG)));
    assertThat(trial(text).differs(GODOT_4, GODOT_3)).isFalse();
    byte[] color = VariantCodec.GODOT_3.encode(new Color(1, 0.5f, 0.25f, 1));
    assertThat(trial(color).differs(GODOT_4, GODOT_3)).isTrue();
  }

  @Test
  void findsPathOfProblemOnlyWhenAsked() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(1, VariantArray.of(2)));
    bytes[bytes.length - 8] = 99;
    ValueTrial trial = trial(bytes);
    Reading reading = trial.read(GODOT_4);
    assertThat(reading.problem()).hasMessageNotContaining("$[1]");
    assertThat(trial.problem(reading)).hasMessageContaining("$[1][0]");
  }

  @Test
  void keepsResultOfEachCodecButNotOfJudgement() {
    ValueTrial trial = trial(VariantCodec.GODOT_4.encode(VariantArray.of("x")));
    FormatCandidate judged = trial.judge(GODOT_4);
    Reading reading = trial.read(GODOT_4);
    assertThat(judged.explained()).isEqualTo(reading.length());
    assertThat(trial.read(GODOT_4)).isSameAs(reading);
    assertThat(trial.judge(GODOT_4)).isEqualTo(judged);
    assertThat(trial.read(GODOT_4)).isSameAs(reading);
    assertThat(trial.read(GODOT_3)).isNotSameAs(reading);
  }

  @ParameterizedTest
  @EnumSource
  void readsFullObjectWhateverTheOptionsSay(ObjectMode mode) {
    Variant object = new ObjectValue("Node", List.of());
    Option option = option(Dialect.GODOT_4, mode);
    ValueTrial trial = trial(option.full().encode(object));
    Reading reading = trial.read(option);
    assertThat(reading.codec()).isSameAs(option.full());
    assertThat(trial.value(reading)).isEqualTo(object);
    Reading asked = trial.read(option.asked());
    if (mode == ObjectMode.FULL) {
      assertThat(asked).isSameAs(reading);
    } else {
      assertThat(asked.problem()).isInstanceOf(ForbiddenVariantException.class);
    }
  }

  @Test
  void readsValueWithoutFullObjectOnlyOnce() {
    ValueTrial trial = trial(VariantCodec.GODOT_4.encode(VariantArray.of(new ObjectIdValue(7))));
    Reading reading = trial.read(GODOT_4);
    assertThat(reading.codec()).isSameAs(GODOT_4.asked());
    assertThat(trial.read(GODOT_4.asked())).isSameAs(reading);
  }

  /** In the manual for 4.x, ids and full objects look alike. */
  @Test
  void readsObjectsOfManualInFull() {
    Option manual = option(Dialect.MANUAL_4, ObjectMode.IDS);
    Variant object = new ObjectValue("Node", List.of());
    ValueTrial trial = trial(manual.full().encode(object));
    assertThat(trial.read(manual).codec()).isSameAs(manual.full());
    assertThat(trial.value(trial.read(manual))).isEqualTo(object);
  }

  @Test
  void marksReadingThatExceedsLimit() {
    VariantCodec careful =
        VariantCodec.GODOT_4.withLimits(VariantCodec.GODOT_4.limits().withElements(2));
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(1, 2, 3));
    Reading reading = trial(bytes).read(careful);
    assertThat(reading.exceedsLimit()).isTrue();
    assertThat(reading.problem()).isInstanceOf(VariantLimitException.class);
    assertThat(trial(bytes).read(GODOT_4).exceedsLimit()).isFalse();
  }

  /** Values of all presets, and the same bytes with damage. */
  private static Stream<byte[]> encodings(ObjectMode mode) {
    return Dialect.presets().stream()
        .flatMap(
            dialect -> {
              VariantCodec codec = VariantCodec.of(dialect).withObjects(mode);
              RandomVariants values = RandomVariants.withObjects(dialect, 11, mode);
              Damage damage = Damage.of(12);
              return Stream.generate(() -> codec.encode(values.next()))
                  .limit(60)
                  .flatMap(bytes -> Stream.concat(Stream.of(bytes), damage.stream(bytes, 5)));
            });
  }

  private static List<Option> options(ObjectMode mode) {
    return Dialect.presets().stream().map(dialect -> option(dialect, mode)).toList();
  }

  @ParameterizedTest
  @EnumSource
  void judgesOptionsTogetherAsEachAlone(ObjectMode mode) {
    List<Option> options = options(mode);
    encodings(mode)
        .forEach(
            bytes ->
                assertThat(trial(bytes).judge(options))
                    .isEqualTo(options.stream().map(one -> trial(bytes).judge(one)).toList()));
  }

  /** Detection does not decode a value in a dialect that writes the same bytes for it. */
  @ParameterizedTest
  @EnumSource
  void readsValueFromBytesThatAreWrittenForIt(ObjectMode mode) {
    List<Option> options = options(mode);
    AtomicInteger written = new AtomicInteger();
    encodings(mode)
        .forEach(
            bytes -> {
              ValueTrial trial = trial(bytes);
              for (Option one : options) {
                Reading reading = trial.read(one);
                for (Option other : trial.isWhole(reading) ? options : List.<Option>of()) {
                  if (isWritten(other.full(), trial.value(reading), bytes)) {
                    Reading same = trial.read(other);
                    assertThat(trial.isWhole(same)).as("%s", other.dialect()).isTrue();
                    assertThat(trial.value(same)).isEqualTo(trial.value(reading));
                    written.incrementAndGet();
                  }
                }
              }
            });
    assertThat(written.get()).isGreaterThan(2_000);
  }

  private static boolean isWritten(VariantCodec codec, Variant value, byte[] bytes) {
    try {
      return CODEC.encodesTo(codec, value, bytes);
    } catch (VariantException e) {
      return false;
    }
  }

  @Test
  void judgesValueOfOddTextsAsReadable() {
    for (Variant odd : List.of(Variant.of("\u0001"), VariantArray.of("\u0001"))) {
      assertThat(trial(VariantCodec.GODOT_4.encode(odd)).judge(GODOT_4).fit())
          .isEqualTo(Fit.READABLE);
    }
  }
}
