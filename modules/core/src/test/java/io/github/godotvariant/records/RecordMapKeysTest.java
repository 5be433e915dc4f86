package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.godotvariant.Color;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.lang.invoke.MethodHandles;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of maps that can be rounded or converted, also in lists, sets, maps and records. */
@NullMarked
class RecordMapKeysTest {
  private static final VariantCodec DOUBLE =
      VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
  private static final Vector2 KEY = new Vector2(0.1, 1);
  private static final Vector2 NEIGHBOUR = new Vector2(0.1f, 1);

  record Point(double x, double y) {}

  @GodotRecord
  record Place(Vector2 at, @Nullable Place next) {}

  record Lists(Map<List<Vector2>, Integer> map) {}

  record Points(Map<List<Point>, Integer> map) {}

  record Places(Map<Place, Integer> map) {}

  record Sets(Map<Set<Vector2>, Integer> map) {}

  record Maps(Map<Map<Vector2, Integer>, Integer> map) {}

  record PackedLists(Map<@Packed List<Vector2>, Integer> map) {}

  record Colors(Map<List<Color>, Integer> map) {}

  record Doubles(Map<List<Double>, Integer> map) {}

  record Arrays(Map<List<Vector2[]>, Integer> map) {}

  static List<Record> ambiguous() {
    return List.of(
        new Lists(Map.of(List.of(KEY), 1, List.of(NEIGHBOUR), 2)),
        new Points(Map.of(List.of(new Point(0.1, 1)), 1, List.of(new Point(0.1f, 1)), 2)),
        new Places(Map.of(new Place(KEY, null), 1, new Place(NEIGHBOUR, null), 2)),
        new Places(
            Map.of(
                new Place(KEY, new Place(KEY, null)), 1,
                new Place(KEY, new Place(NEIGHBOUR, null)), 2)),
        new Sets(Map.of(Set.of(KEY), 1, Set.of(NEIGHBOUR), 2)),
        new Maps(Map.of(Map.of(KEY, 1), 1, Map.of(NEIGHBOUR, 1), 2)),
        new PackedLists(Map.of(List.of(KEY), 1, List.of(NEIGHBOUR), 2)));
  }

  @SuppressWarnings("unchecked") // the codec of the class of the record
  private static RecordCodec<Record> codec(Record value) {
    return (RecordCodec<Record>) RecordCodec.of(MethodHandles.lookup(), value.getClass());
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void rejectsKeysThatAreEqualAfterRounding(Record value) {
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec(value).encode(value))
        .withMessageContaining("is the same as a later key once it is rounded to 32 bits")
        .satisfies(e -> assertThat(e.path()).startsWith("$.map"));
    RecordCodec<Record> exact = codec(value).with(DOUBLE);
    assertThat(exact.decode(exact.encode(value))).isEqualTo(value);
  }

  @Test
  void rejectsColorsThatAreEqualAfterRounding() {
    Colors value =
        new Colors(
            Map.of(List.of(new Color(0.1, 0, 0, 1)), 1, List.of(new Color(0.1f, 0, 0, 1)), 2));
    for (VariantCodec engine : List.of(VariantCodec.GODOT_4, VariantCodec.GODOT_3, DOUBLE)) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(() -> codec(value).with(engine).encode(value))
          .withMessageContaining("is the same as a later key once it is rounded to 32 bits");
    }
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_4.withRealPrecision(RealPrecision.DOUBLE));
    RecordCodec<Record> exact = codec(value).with(manual);
    assertThat(exact.decode(exact.encode(value))).isEqualTo(value);
  }

  @Test
  void acceptsKeysThatRoundingKeepsDistinct() {
    Lists value = new Lists(Map.of(List.of(KEY), 1, List.of(new Vector2(0.2, 1)), 2));
    byte[] bytes = codec(value).encode(value);
    assertThat(((Lists) codec(value).decode(bytes)).map).hasSize(2);
    // Equal without rounding: the engine compares numbers, and Java compares arrays by identity.
    Doubles zeros = new Doubles(Map.of(List.of(0.0, 0.1), 1, List.of(-0.0, 0.1), 2));
    assertThat(codec(zeros).encode(zeros)).isNotEmpty();
    List<Vector2[]> first = List.<Vector2[]>of(new Vector2[] {KEY});
    List<Vector2[]> second = List.<Vector2[]>of(new Vector2[] {KEY});
    Arrays arrays = new Arrays(Map.of(first, 1, second, 2));
    assertThat(codec(arrays).encode(arrays)).isNotEmpty();
  }

  /** A key whose hash code is slow or broken in Java. */
  @GodotRecord
  record Uncomparable(Vector2 at, int id) {
    @Override
    public int hashCode() {
      throw new AssertionError("the writer does not need hash codes of keys");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new AssertionError("the writer does not compare keys");
    }
  }

  record Uncomparables(Map<Uncomparable, Integer> map) {}

  @Test
  @SuppressWarnings("IdentityHashMapUsage") // the only map that does not call methods of its keys
  void comparesWrittenKeysWithoutMethodsOfKeys() {
    Map<Uncomparable, Integer> map = new IdentityHashMap<>();
    for (int i = 0; i < 10_000; i++) {
      map.put(new Uncomparable(KEY, i), i);
    }
    Uncomparables value = new Uncomparables(map);
    byte[] bytes = codec(value).encode(value);
    VariantDictionary written = VariantCodec.GODOT_4.decode(bytes).asDictionary();
    assertThat(written.valueAt(0).asDictionary().size()).isEqualTo(10_000);
    map.put(new Uncomparable(NEIGHBOUR, 0), 0);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec(value).encode(value));
  }

  record Longs(Map<Long, Integer> map) {}

  record SortedInts(SortedMap<Integer, Integer> map) {}

  record Numbers(Map<Double, Integer> map) {}

  record Floats(Map<List<Float>, Integer> map) {}

  record FloatPoint(float x, float y) {}

  record FloatPoints(Map<FloatPoint, Integer> map) {}

  record PackedFloats(Map<@Packed List<Float>, Integer> map) {}

  enum Item {
    @Alias("blade")
    SWORD
  }

  record Items(Map<Item, Integer> map) {}

  static final class LowerCase implements ValueAdapter<String, String> {
    @Override
    public String toStored(String value) {
      return value;
    }

    @Override
    public String fromStored(String stored) {
      return stored.toLowerCase(Locale.ROOT);
    }
  }

  record Adapted(Map<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  static List<Arguments> merged() {
    return List.of(
        arguments(Longs.class, VariantDictionary.of(1, 1, 1.0, 2), "$.map[1.0]"),
        arguments(Longs.class, VariantDictionary.of(1.0, 1, 1, 2), "$.map[1]"),
        arguments(SortedInts.class, VariantDictionary.of(1, 1, 2, 2, 1.0, 3), "$.map[1.0]"),
        arguments(Numbers.class, VariantDictionary.of(1, 1, 1.0, 2), "$.map[1.0]"),
        arguments(
            Floats.class,
            VariantDictionary.of(VariantArray.of(0.1), 1, VariantArray.of((double) 0.1f), 2),
            "$.map{value 1}"),
        arguments(
            FloatPoints.class,
            VariantDictionary.of(KEY, 1, NEIGHBOUR, 2),
            "$.map[Vector2(0.1, 1)]"),
        arguments(
            PackedFloats.class,
            VariantDictionary.of(
                PackedFloat64Array.of(0.1), 1, PackedFloat64Array.of((double) 0.1f), 2),
            "$.map{value 1}"),
        arguments(Items.class, VariantDictionary.of("blade", 1, "SWORD", 2), "$.map.SWORD"),
        arguments(Adapted.class, VariantDictionary.of("AB", 1, "ab", 2), "$.map.ab"));
  }

  @ParameterizedTest
  @MethodSource("merged")
  void rejectsDifferentKeysThatConversionMakesEqual(
      Class<? extends Record> type, VariantDictionary map, String path) {
    RecordCodec<? extends Record> codec =
        RecordCodec.of(MethodHandles.lookup(), type).with(DOUBLE).acceptingWholeFloats();
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.fromVariant(VariantDictionary.of("map", map)))
        .withMessageContaining(
            "two keys are read as the same value for " + type.getSimpleName() + ".map, at byte ")
        .satisfies(e -> assertThat(e.path()).isEqualTo(path));
  }

  @Test
  void keepsLastOfDuplicateKeysThatAreNotConverted() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("map", VariantDictionary.of(1, 3.0, 2, 4.0)));
    bytes[48] = 1; // the second key
    RecordCodec<Longs> codec =
        RecordCodec.of(MethodHandles.lookup(), Longs.class).acceptingWholeFloats();
    assertThat(codec.decode(bytes)).isEqualTo(new Longs(Map.of(1L, 4)));
  }

  @GodotRecord
  record WithOtherKeys(int id, @OtherKeys VariantDictionary rest) {}

  @Test
  void rejectsOtherKeysThatAreEqualAfterRounding() {
    WithOtherKeys merged = new WithOtherKeys(1, VariantDictionary.of(KEY, 1, NEIGHBOUR, 2));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec(merged).encode(merged))
        .withMessageContaining("is the same as a later key once it is rounded to 32 bits");
    WithOtherKeys distinct =
        new WithOtherKeys(1, VariantDictionary.of(PackedVector2Array.of(KEY), 1, "a", 2));
    assertThat(codec(distinct).encode(distinct)).isNotEmpty();
  }
}
