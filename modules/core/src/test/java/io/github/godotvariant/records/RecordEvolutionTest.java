package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.assertUnsupported;
import static io.github.godotvariant.records.TestRecords.rejection;
import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that older releases of a program have written. */
@NullMarked
class RecordEvolutionTest {
  @GodotRecord
  record Renamed(@Alias({"health", "hitpoints"}) int hp, @OtherKeys VariantDictionary rest) {}

  private static byte[] bytes(@Nullable Object... pairs) {
    return VariantCodec.GODOT_4.encode(VariantDictionary.of(pairs));
  }

  @Test
  void readsFormerKeys() {
    RecordCodec<Renamed> codec = RecordCodec.of(Renamed.class);
    for (Object key : List.of("hp", "health", "hitpoints", StringName.of("health"))) {
      assertThat(codec.decode(bytes(key, 5)).hp).isEqualTo(5);
    }
    assertThat(codec.decode(bytes("hp", 5, "health", 6))).isEqualTo(new Renamed(6, rest()));
    assertThat(codec.decode(bytes("health", 6, "hp", 5))).isEqualTo(new Renamed(5, rest()));
    assertThat(roundTrip(Renamed.class, new Renamed(1, rest())))
        .isEqualTo(VariantDictionary.of("hp", 1));
    assertThat(rejection(Renamed.class, VariantDictionary.of("health", "x")))
        .hasMessage("wanted int but found String for Renamed.hp, at byte 24, $.health");
    assertThat(rejection(Renamed.class, VariantDictionary.EMPTY))
        .hasMessageStartingWith("no key \"hp\" for Renamed.hp");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec.encode(new Renamed(1, VariantDictionary.of("health", 2))))
        .withMessageStartingWith("duplicate key \"health\" for Renamed");
  }

  private static VariantDictionary rest() {
    return VariantDictionary.EMPTY;
  }

  enum Mood {
    GOOD,
    @Key("not so good")
    @Alias("BAD")
    BAD,
    @DefaultConstant
    NONE
  }

  enum Biome {
    FOREST,
    DESERT,
    @DefaultConstant
    UNKNOWN
  }

  @GodotRecord
  record Place(Biome biome) {}

  @GodotRecord
  record Moods(List<Mood> names, List<@AsNumber Mood> ordinals) {}

  @Test
  void readsUnknownConstants() {
    assertThat(
            RecordCodec.of(Moods.class)
                .decode(
                    bytes(
                        "names",
                        VariantArray.of("BAD", "not so good", "new", ""),
                        "ordinals",
                        VariantArray.of(1, 3, -1, 1L << 40))))
        .isEqualTo(
            new Moods(
                List.of(Mood.BAD, Mood.BAD, Mood.NONE, Mood.NONE),
                List.of(Mood.BAD, Mood.NONE, Mood.NONE, Mood.NONE)));
    assertThat(RecordCodec.of(Place.class).decode(bytes("biome", "SWAMP")))
        .isEqualTo(new Place(Biome.UNKNOWN));
    roundTrip(Moods.class, new Moods(List.of(Mood.values()), List.of(Mood.values())));
    assertThat(
            rejection(
                Moods.class, VariantDictionary.of("names", VariantArray.of(1), "ordinals", 1)))
        .hasMessageStartingWith("wanted String but found int for Moods.names");
  }

  @GodotRecord
  record BiomeKeys(
      Map<Biome, Integer> map,
      Set<Biome> set,
      SortedSet<Biome> sorted,
      Map<Optional<Biome>, @Nullable Biome> optional,
      Set<@Nullable Biome> nullable) {}

  @Test
  void rejectsUnknownConstantsAsKeysAndElementsOfSets() {
    Set<@Nullable Biome> nullable = new HashSet<>();
    nullable.add(null);
    roundTrip(
        BiomeKeys.class,
        new BiomeKeys(
            Map.of(Biome.UNKNOWN, 1),
            Set.of(Biome.UNKNOWN),
            new TreeSet<>(Set.of(Biome.UNKNOWN)),
            Map.of(Optional.of(Biome.UNKNOWN), Biome.UNKNOWN),
            nullable));
    VariantDictionary empty =
        VariantDictionary.of(
            "map", VariantDictionary.EMPTY,
            "set", VariantArray.EMPTY,
            "sorted", VariantArray.EMPTY,
            "optional", VariantDictionary.EMPTY,
            "nullable", VariantArray.EMPTY);
    Variant unknown = VariantArray.of("SWAMP", "TUNDRA");
    Variant pairs = VariantDictionary.of("SWAMP", 1, "TUNDRA", 2);
    for (String key : List.of("map", "set", "sorted", "optional", "nullable")) {
      Variant value = empty.get(key) instanceof VariantArray ? unknown : pairs;
      assertThat(rejection(BiomeKeys.class, empty.with(key, value)))
          .hasMessageStartingWith(
              "wanted one of [FOREST, DESERT, UNKNOWN] but found \"SWAMP\" for BiomeKeys." + key);
    }
    // Values of a map may be equal.
    VariantDictionary value = empty.with("optional", VariantDictionary.of("FOREST", "SWAMP"));
    assertThat(RecordCodec.of(BiomeKeys.class).fromVariant(value).optional)
        .isEqualTo(Map.of(Optional.of(Biome.FOREST), Biome.UNKNOWN));
  }

  @GodotRecord
  sealed interface Shape {}

  @GodotRecord
  @Alias({"Round", "Disc"})
  record Circle(double radius) implements Shape {}

  @GodotRecord
  @Key("square")
  record Square(long side) implements Shape {}

  @Test
  void readsFormerValuesOfTypeKey() {
    RecordCodec<Shape> codec = RecordCodec.of(Shape.class);
    for (String name : List.of("Circle", "Round", "Disc")) {
      assertThat(codec.decode(bytes("type", name, "radius", 1.5))).isEqualTo(new Circle(1.5));
      assertThat(codec.decode(bytes("radius", 1.5, "type", name))).isEqualTo(new Circle(1.5));
    }
    assertThat(codec.toVariant(new Circle(1.5)))
        .isEqualTo(VariantDictionary.of("type", "Circle", "radius", 1.5));
    assertThat(rejection(Shape.class, VariantDictionary.of("type", "x")))
        .hasMessageStartingWith("wanted one of [Circle, square] but found \"x\" for Shape");
  }

  @GodotRecord
  record Nulls(
      @DefaultValue(value = "7", alsoForNull = true) int level,
      @DefaultValue(value = "[1]", alsoForNull = true) List<Long> list,
      @DefaultValue("8") long strict) {}

  @Test
  void usesDefaultForNull() {
    RecordCodec<Nulls> codec = RecordCodec.of(Nulls.class);
    Nulls defaults = new Nulls(7, List.of(1L), 8);
    assertThat(codec.decode(bytes())).isEqualTo(defaults);
    assertThat(codec.decode(bytes("level", null, "list", null))).isEqualTo(defaults);
    roundTrip(Nulls.class, new Nulls(1, List.of(), 2));
    assertThat(rejection(Nulls.class, VariantDictionary.of("strict", null)))
        .hasMessageStartingWith("wanted int but found Nil for Nulls.strict");
    assertThat(rejection(Nulls.class, VariantDictionary.of("level", "x")))
        .hasMessageStartingWith("wanted int but found String for Nulls.level");
  }

  @GodotRecord
  record Ints(
      byte tiny,
      int plain,
      long large,
      Long boxed,
      OptionalInt optional,
      @AsNumber Mood mood,
      int[] array,
      Map<String, List<Long>> nested) {}

  private static VariantDictionary floats() {
    return VariantDictionary.of(
        "tiny", 1.0,
        "plain", -2.0,
        "large", 0x1p60,
        "boxed", -0.0,
        "optional", 5.0,
        "mood", 1.0,
        "array", VariantArray.of(1.0, 2),
        "nested", VariantDictionary.of("a", VariantArray.of(3.0)));
  }

  @Test
  void readsWholeFloats() {
    RecordCodec<Ints> strict = RecordCodec.of(Ints.class);
    RecordCodec<Ints> codec = strict.acceptingWholeFloats();
    byte[] bytes = VariantCodec.GODOT_4.encode(floats());
    Ints read = codec.decode(bytes);
    assertThat(read)
        .usingRecursiveComparison()
        .isEqualTo(
            new Ints(
                (byte) 1,
                -2,
                1L << 60,
                0L,
                OptionalInt.of(5),
                Mood.BAD,
                new int[] {1, 2},
                Map.of("a", List.of(3L))));
    assertThat(strict.decode(codec.encode(read))).usingRecursiveComparison().isEqualTo(read);
    Variant array = VariantArray.of(floats());
    RecordCodec<List<Ints>> list = codec.with(VariantCodec.GODOT_4).list();
    assertThat(list.fromVariant(array)).hasSize(1);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThat(codec.read(reader).plain).isEqualTo(-2);
    }
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> strict.decode(bytes))
        .withMessage(
            "wanted int but found float for Ints.tiny; to read 1.0, use acceptingWholeFloats(), at"
                + " byte 20, $.tiny");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> strict.fromVariant(floats().with("tiny", 1.5)))
        .withMessage("wanted int but found float for Ints.tiny, at byte 20, $.tiny");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0x1p63, -0x1.1p63, Double.NaN, Double.NEGATIVE_INFINITY, 1e300})
  void rejectsFloatsThatAreNotInts(double number) {
    RecordCodec<Ints> codec = RecordCodec.of(Ints.class).acceptingWholeFloats();
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.fromVariant(floats().with("large", number)))
        .withMessageStartingWith(
            "wanted a whole number but found " + number + " for Ints.large, at byte ")
        .withMessageEndingWith(", $.large");
  }

  @Test
  void checksRangeOfWholeFloats() {
    RecordCodec<Ints> codec = RecordCodec.of(Ints.class).acceptingWholeFloats();
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.fromVariant(floats().with("tiny", 128.0)))
        .withMessage(
            "wanted an int from -128 to 127 but found 128 for Ints.tiny, at byte 20, $.tiny");
  }

  record FloatAsDefault(@DefaultValue("1.0") int c) {}

  @Test
  void omitsAdviceForFloatAsDefault() {
    assertUnsupported(
        FloatAsDefault.class,
        "FloatAsDefault.c: the default does not fit: wanted int but found float for"
            + " FloatAsDefault.c");
  }

  record Misspelled(@DefaultValue("\"FORREST\"") Biome c) {}

  record MisspelledOrdinal(@DefaultValue("3") @AsNumber Biome c) {}

  record AliasAsDefault(@DefaultValue("\"BAD\"") Mood c) {}

  @Test
  void rejectsUnknownConstantsAsDefaults() {
    assertUnsupported(
        Misspelled.class,
        "Misspelled.c: the default does not fit: wanted one of [FOREST, DESERT, UNKNOWN] but"
            + " found \"FORREST\" for Misspelled.c");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), MisspelledOrdinal.class))
        .withMessageStartingWith("MisspelledOrdinal.c: the default does not fit: wanted an int");
    assertThat(RecordCodec.of(MethodHandles.lookup(), AliasAsDefault.class).decode(bytes()))
        .isEqualTo(new AliasAsDefault(Mood.BAD));
  }

  record AliasOfOthers(@OtherKeys @Alias("b") VariantDictionary c) {}

  @Alias("b")
  record AliasOfRecord(int c) {}

  @Alias("b")
  enum AliasedEnum {
    A
  }

  record AliasOfEnum(AliasedEnum c) {}

  @GodotRecord
  sealed interface AliasOfInterface {}

  @Alias("b")
  sealed interface Intermediate extends AliasOfInterface {}

  record Leaf(int c) implements Intermediate {}

  @Test
  void rejectsAliasesWithoutEffect() {
    assertUnsupported(
        AliasOfOthers.class, "AliasOfOthers.c: @Alias cannot be used with @OtherKeys");
    assertUnsupported(
        AliasOfEnum.class, "AliasOfEnum.c: @Alias is allowed on constants, not on an enum");
    assertUnsupported(
        AliasOfRecord.class,
        AliasOfRecord.class.getName()
            + ": @Alias is allowed only on records of a sealed interface with @GodotRecord");
    assertUnsupported(
        AliasOfInterface.class,
        Intermediate.class.getName() + ": @Alias is not allowed on a sealed interface");
  }

  record AliasOfOther(int a, @Alias("a") int c) {}

  record TwoDefaults(Ambiguous c) {}

  record SameName(Duplicates c) {}

  enum Ambiguous {
    @DefaultConstant
    A,
    @DefaultConstant
    B
  }

  enum Duplicates {
    A,
    @Alias("A")
    B
  }

  @Test
  void rejectsAmbiguousDeclarations() {
    assertUnsupported(AliasOfOther.class, "AliasOfOther.c: the key a is used twice");
    assertUnsupported(TwoDefaults.class, "TwoDefaults.c: two constants have @DefaultConstant");
    assertUnsupported(SameName.class, "SameName.c: two constants have the name \"A\"");
  }
}
