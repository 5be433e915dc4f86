package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
  @Test
  void keepsOnlyFailingPart() {
    Variant value =
        VariantDictionary.of(
            "a", VariantArray.of(1, VariantDictionary.of(2, 7L, "x", 5)), "b", VariantArray.EMPTY);
    assertThat(smallestWith(value, "7")).isEqualTo(IntValue.of(7));
  }

  @Test
  void keepsDependentPartsTogether() {
    VariantArray typed = VariantArray.of(1, 2, 3).withElementType(ElementType.of(VariantType.INT));
    Variant smallest =
        Shrinking.smallest(
            VariantDictionary.of("k", typed),
            v -> v.toString().contains("Array[int]") && v.toString().contains("3"));
    assertThat(smallest)
        .isEqualTo(VariantArray.of(3).withElementType(ElementType.of(VariantType.INT)));
  }

  @Test
  void terminatesForAnyValue() {
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 1);
    for (int i = 0; i < 2000; i++) {
      Variant value = random.next();
      Variant smallest = Shrinking.smallest(value, candidate -> true);
      assertThat(Shrinking.simpler(smallest)).isEmpty();
    }
  }

  @Test
  void reducesNumbers() {
    assertThat(Shrinking.smallest(Variant.of(Long.MAX_VALUE), v -> number(v) > 1e9))
        .isEqualTo(Variant.of(1_000_000_001));
    assertThat(Shrinking.smallest(Variant.of(Long.MIN_VALUE), v -> number(v) < -100))
        .isEqualTo(Variant.of(-101));
    assertThat(Shrinking.smallest(Variant.of(Double.MAX_VALUE), v -> number(v) >= 1))
        .isEqualTo(Variant.of(1.0));
    assertThat(Shrinking.smallest(Variant.of(Double.NaN), v -> true)).isEqualTo(Variant.of(0.0));
    assertThat(Shrinking.smallest(new Vector2(-0.0, Double.NaN), v -> v.toString().contains("nan")))
        .isEqualTo(new Vector2(0, Double.NaN));
  }

  private static double number(Variant value) {
    return value instanceof IntValue whole ? whole.value() : ((FloatValue) value).value();
  }

  @Test
  void takesPartsOfTextsAndPackedArrays() {
    assertThat(smallestWith(Variant.of("one two \ud83d\ude00 three"), "\ud83d\ude00"))
        .isEqualTo(Variant.of("\ud83d\ude00"));
    assertThat(
            Shrinking.smallest(
                StringName.of("abcdefgh"),
                v -> v instanceof StringName && v.asString().length() > 5))
        .isEqualTo(StringName.of("cdefgh"));
    assertThat(smallestWith(PackedInt32Array.of(1, 2, 77, 3, 4), "77"))
        .isEqualTo(PackedInt32Array.of(77));
    assertThat(smallestWith(PackedStringArray.of("a", "b"), "PackedStringArray"))
        .isEqualTo(PackedStringArray.of());
  }

  @GodotRecord
  record Hero(String name, List<Long> scores) {}

  @Test
  void simplifiesRecordsWithTheirCodec() {
    RecordCodec<Hero> codec = RecordCodec.of(Hero.class);
    Hero hero = new Hero("Ada Lovelace", List.of(3L, 900L, 12L, 700L));
    assertThat(Shrinking.smallest(codec, hero, h -> h.scores().stream().anyMatch(s -> s > 100)))
        .isEqualTo(new Hero("", List.of(101L)));
  }

  /** The codec reads back another value, which does not fail. */
  @Test
  void keepsValueThatCodecChanges() {
    RecordCodec<Hero> codec =
        RecordCodec.of(Hero.class).with(VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK));
    Hero hero = new Hero("x".repeat((int) ReadLimits.NETWORK.bytes() + 1), List.of());
    assertThat(Shrinking.smallest(codec, hero, h -> true)).isSameAs(hero);
    assertThat(Shrinking.smallest(VariantCodec.GODOT_4, new Vector2(0.1, 0), v -> isExact(v)))
        .isEqualTo(new Vector2(0.1, 0));
  }

  private static boolean isExact(Variant value) {
    return value.equals(new Vector2(0.1, 0));
  }

  @Test
  void removesElementsOfLists() {
    List<Integer> list = IntStream.range(0, 1000).boxed().toList();
    assertThat(Shrinking.smallest(list, l -> l.containsAll(List.of(3, 500, 998))))
        .containsExactly(3, 500, 998);
    assertThat(Shrinking.smallest(list, l -> true)).isEmpty();
    assertThat(Shrinking.smallest(List.of(1, 2, 3), l -> l.size() > 1)).hasSize(2);
    assertThat(Shrinking.smallest(List.of(), l -> true)).isEmpty();
  }

  @Test
  void reportsSmallestValue() {
    Variant value = VariantDictionary.of("a", VariantArray.of(1, 2, 300), "b", 5);
    Shrinking.check(value, v -> {});
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                Shrinking.check(
                    value,
                    v -> {
                      if (v.toString().contains("300")) {
                        throw new IllegalStateException("found " + v);
                      }
                      if (v.toString().contains("5")) {
                        throw new IllegalArgumentException("another failure");
                      }
                    }))
        .withMessage("the check fails for this value, the smallest that was found: 300\nfound 300")
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void reportsSmallestRecord() {
    RecordCodec<Hero> codec = RecordCodec.of(Hero.class);
    Hero hero = new Hero("Ada", List.of(1L, 2L, 3L));
    Shrinking.check(codec, hero, h -> {});
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () -> Shrinking.check(codec, hero, h -> assertThat(h.scores()).hasSizeLessThan(2)))
        .withMessageStartingWith(
            "the check fails for this value, the smallest that was found:"
                + " Hero[name=, scores=[0, 0]]\n");
  }

  @Test
  void reducesLongContainersWithFewChecks() {
    List<Integer> numbers = IntStream.range(0, 20_000).boxed().toList();
    AtomicInteger checks = new AtomicInteger();
    Shrinking.smallest(
        Variant.of(numbers), v -> v instanceof VariantArray && checks.incrementAndGet() > 0);
    assertThat(checks.get()).isLessThan(100);
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    numbers.subList(0, 4000).forEach(number -> pairs.put(Variant.of(number), true));
    Shrinking.smallest(
        pairs.build(), v -> v instanceof VariantDictionary && checks.incrementAndGet() > 0);
    assertThat(checks.get()).isLessThan(200);
  }

  @Test
  void reportsValueThatCodecCannotEncode() {
    ValueCodec<String> codec =
        RoundTripTest.codec(
            VariantReader::nextString,
            (out, text) -> {
              throw new IllegalStateException();
            });
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Shrinking.check(codec, "hero", text -> codec.encode(text)))
        .withMessage(
            "the check fails for this value, the smallest that was found: \"hero\"\n"
                + "java.lang.IllegalStateException")
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsValueThatDoesNotFail() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Shrinking.smallest(Variant.of(1), v -> false))
        .withMessage("the value does not fail: 1");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Shrinking.smallest(List.of(1), v -> false));
  }

  private static Variant smallestWith(Variant value, String text) {
    return Shrinking.smallest(value, v -> v.toString().contains(text));
  }
}
