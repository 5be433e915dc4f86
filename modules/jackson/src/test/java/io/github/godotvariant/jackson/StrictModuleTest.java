package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.jackson.AdaptedComponentsTest.InstantAdapter;
import io.github.godotvariant.jackson.AdaptedComponentsTest.UuidTextAdapter;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultConstant;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.UnknownKeys;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.text.VariantText;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.exc.MismatchedInputException;

/** Checks that a GodotMapper accepts the same input as a record codec, except as documented. */
class StrictModuleTest {
  enum Team {
    RED,
    @Key("blue")
    BLUE
  }

  enum Biome {
    @Alias("WOOD")
    FOREST,
    @DefaultConstant
    UNKNOWN
  }

  @GodotRecord(unknownKeys = UnknownKeys.REFUSE)
  record Item(@Alias("name") String item, @DefaultValue("1") int count) {}

  @GodotRecord
  sealed interface Weapon {}

  @GodotRecord
  @Alias("Sword")
  record Blade(int damage) implements Weapon {}

  @GodotRecord
  record Update(
      boolean yes,
      byte tiny,
      short small,
      int hp,
      long id,
      float narrow,
      double wide,
      char letter,
      String text,
      @AsStringName String name,
      Vector2 pos,
      Team team,
      @Nullable Long perhaps,
      Optional<String> nickname,
      @DefaultValue("7") int level,
      @Alias("stamina") @DefaultValue(value = "8", alsoForNull = true) int power,
      Biome biome,
      Set<Biome> biomes,
      Weapon weapon,
      @AdaptedBy(InstantAdapter.class) Instant created,
      @DefaultValue("9") @AdaptedBy(InstantAdapter.class) Instant changed,
      @Nullable @AdaptedBy(UuidTextAdapter.class) UUID owner,
      List<@AdaptedBy(UuidTextAdapter.class) UUID> friends,
      Map<@AdaptedBy(UuidTextAdapter.class) UUID, @AdaptedBy(InstantAdapter.class) Instant> seen,
      List<Optional<String>> notes,
      List<Item> items,
      List<Long> numbers,
      Map<String, Double> scores,
      Variant any) {}

  private static final Update UPDATE =
      new Update(
          true,
          (byte) 1,
          (short) 2,
          3,
          1L << 40,
          0.5f,
          0.1,
          'x',
          "text",
          "name",
          new Vector2(1, 2),
          Team.BLUE,
          5L,
          Optional.of("nick"),
          8,
          9,
          Biome.FOREST,
          Set.of(Biome.FOREST),
          new Blade(1),
          Instant.ofEpochMilli(1),
          Instant.ofEpochMilli(2),
          new UUID(1, 2),
          List.of(new UUID(3, 4)),
          Map.of(new UUID(5, 6), Instant.ofEpochMilli(3)),
          List.of(Optional.of("a"), Optional.empty()),
          List.of(new Item("rope", 2), new Item("lamp", 1)),
          List.of(1L, -1L),
          Map.of("a", 1.0),
          StringName.of("any"));

  private static final RecordCodec<Update> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Update.class);
  private static final GodotMapper STRICT = new GodotMapper();
  private static final GodotMapper LENIENT = GodotMapper.builder().lenient().build();

  /** Messages of the codec or the mapper for the differences that docs/guide/jackson.md lists. */
  private static final Pattern LISTED =
      Pattern.compile(
          "wanted Array but found Packed.*"
              + "|wanted String but found int for Update.(team|biome)"
              + "|Cannot coerce empty String .* to `.*Biome` value.*"
              + "|wanted (Vector2|Dictionary) but found (Dictionary|\\w+).*"
              + "|a key of type .* cannot be a name.*"
              + "|string is not valid UTF-8");

  /** Counts of the differences of one mapper. */
  private static final class Differences {
    private final GodotMapper mapper;
    private final Map<String, String> unlisted = new HashMap<>();
    private int accepted;
    private int listed;
    private int found;

    Differences(GodotMapper mapper) {
      this.mapper = mapper;
    }

    void compare(byte[] bytes) {
      Object byCodec = read(() -> CODEC.decode(bytes));
      Object byMapper = read(() -> mapper.readValue(bytes, Update.class));
      if (byCodec instanceof Update) {
        accepted++;
      }
      boolean isRead = byCodec instanceof Update || byMapper instanceof Update;
      if (isRead && !byCodec.equals(byMapper)) {
        String reason = byCodec instanceof String ? (String) byCodec : String.valueOf(byMapper);
        if (LISTED.matcher(reason).matches()) {
          listed++;
        } else {
          found++;
          unlisted.putIfAbsent(
              reason.replaceAll("[0-9]+", "#"),
              byCodec + " / " + byMapper + " of " + HexFormat.of().formatHex(bytes));
        }
      }
    }

    private interface Reading {
      Object read();
    }

    /** Returns the record, or the message of the exception. */
    private static Object read(Reading reading) {
      try {
        return reading.read();
      } catch (VariantException e) {
        return e.problem();
      } catch (JacksonException e) {
        return String.valueOf(e.getOriginalMessage());
      }
    }
  }

  /** Returns damaged copies of an encoded update. */
  private static List<byte[]> damaged(int count) {
    List<byte[]> all = new ArrayList<>();
    byte[] whole = CODEC.encode(UPDATE);
    Random random = new Random(23);
    for (int i = 0; i < count; i++) {
      byte[] bytes = whole.clone();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
          case 0 -> bytes[at] = (byte) random.nextInt();
          case 1 -> bytes[at & ~3] = (byte) random.nextInt(40); // the type of a header
          case 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
          default -> bytes[at] += (byte) (random.nextInt(5) - 2);
        }
      }
      all.add(bytes);
    }
    return all;
  }

  /** Returns updates in which one value is missing or replaced. */
  private static List<byte[]> changed(int count) {
    List<byte[]> all = new ArrayList<>();
    VariantDictionary update = CODEC.variantCodec().decode(CODEC.encode(UPDATE)).asDictionary();
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 23);
    List<Variant> others = new ArrayList<>();
    for (Object other :
        List.of(
            0, 1, -1, 127, 128, -129, 255, 32768, 1L << 31, 1L << 63, 1.0, 1.9, -0.5, 1e300, true,
            "", "1", "1.5", "true", "RED", "red", "blue", "BLUE", "x", "WOOD", List.of())) {
      others.add(Variant.of(other));
    }
    String id = new UUID(7, 8).toString();
    for (Object other :
        List.of(
            Double.NaN,
            id,
            List.of("WOOD", "x"),
            List.of(id),
            Map.of(id, 1),
            Map.of("type", "Sword", "damage", 1),
            List.of(Map.of("name", "a")),
            List.of(Map.of("item", "a", "x", 1)),
            StringName.of("blue"),
            List.of(1, "a"),
            List.of(1, 1.5),
            Map.of(),
            Map.of("item", 1),
            Map.of("a", 1),
            Map.of("a", "b"),
            new Vector2(1, 2))) {
      others.add(Variant.of(other));
    }
    others.add(Variant.NIL);
    others.add(VariantArray.of(Variant.NIL));
    others.add(VariantDictionary.of("a", Variant.NIL));
    others.add(PackedInt32Array.of(1));
    for (String alias : List.of("stamina", "Stamina")) {
      for (Variant other : others) {
        all.add(VariantCodec.GODOT_4.encode(update.with(alias, other)));
        all.add(VariantCodec.GODOT_4.encode(update.without("power").with(alias, other)));
      }
    }
    for (Variant key : update.keys()) {
      all.add(VariantCodec.GODOT_4.encode(update.without(key)));
      for (Variant other : others) {
        all.add(VariantCodec.GODOT_4.encode(update.with(key, other)));
      }
      for (int i = 0; i < count; i++) {
        all.add(VariantCodec.GODOT_4.encode(update.with(key, random.next())));
      }
    }
    return all;
  }

  @Test
  void acceptsDamagedUpdatesAsTheCodecDoes() {
    Differences strict = new Differences(STRICT);
    damaged(10_000 * Integer.getInteger("laws", 1)).forEach(strict::compare);
    assertThat(strict.unlisted).isEmpty();
    assertThat(strict.accepted).isGreaterThan(1000);
    assertThat(strict.listed).isLessThan(strict.accepted / 20);
  }

  @Test
  void acceptsChangedUpdatesAsTheCodecDoes() {
    Differences strict = new Differences(STRICT);
    changed(20 * Integer.getInteger("laws", 1)).forEach(strict::compare);
    assertThat(strict.unlisted).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.Integer, 1.9, 1",
    "java.lang.Integer, 1.0, 1",
    "java.lang.Integer, \"5\", 5",
    "java.lang.String, 1, 1",
    "java.lang.Boolean, 1, true",
    "java.lang.Boolean, \"true\", true",
    "java.lang.String, 'Vector2(1, 2)', 'Vector2(1, 2)'",
    "java.lang.Double, \"1.5\", 1.5",
  })
  void rejectsConversionsUnlessLenient(Class<?> type, String value, String converted) {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantText.GODOT_4.parse(value));
    assertThat(LENIENT.readValue(bytes, type)).hasToString(converted);
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> STRICT.readValue(bytes, type))
        .withCauseInstanceOf(VariantException.class);
    byte[] list = VariantCodec.GODOT_4.encode(VariantArray.of(VariantText.GODOT_4.parse(value)));
    JavaType ofType = STRICT.getTypeFactory().constructCollectionType(List.class, type);
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> STRICT.readValue(list, ofType));
  }

  /** The type key of this interface can follow the numbers, which are then buffered. */
  @GodotRecord
  sealed interface Typed {
    @GodotRecord
    record Reals(
        @DefaultValue("0") float narrow,
        @DefaultValue("0") double wide,
        @DefaultValue("[]") float[] floats,
        @DefaultValue("[]") double[] doubles,
        @DefaultValue("[]") List<Float> list,
        OptionalDouble perhaps)
        implements Typed {}
  }

  @ParameterizedTest
  @CsvSource({
    "narrow, 1e300, Infinity",
    "narrow, -1e300, -Infinity",
    "narrow, 16777217, 1.6777216E7",
    "narrow, 9223372036854775807, 9.223372E18",
    "floats, [1e300], [Infinity]",
    "floats, [16777217], [1.6777216E7]",
    "floats, [-9223372036854775807], [-9.223372E18]",
    "list, [1e300], [Infinity]",
    "wide, 9007199254740995, 9.007199254740996E15",
    "wide, 9223372036854775807, 9.223372036854776E18",
    "doubles, [-9007199254740993], [-9.007199254740992E15]",
    "perhaps, 9007199254740993, OptionalDouble[9.007199254740992E15]",
  })
  void rejectsNumbersThatWouldChangeUnlessLenient(String name, String value, String converted)
      throws ReflectiveOperationException {
    Variant number = VariantText.GODOT_4.parse(value);
    byte[] first = VariantCodec.GODOT_4.encode(VariantDictionary.of("type", "Reals", name, number));
    byte[] last = VariantCodec.GODOT_4.encode(VariantDictionary.of(name, number, "type", "Reals"));
    RecordCodec<Typed> codec = RecordCodec.of(MethodHandles.lookup(), Typed.class);
    for (byte[] bytes : List.of(first, last)) {
      assertThat(component(LENIENT.readValue(bytes, Typed.class), name)).isEqualTo(converted);
      assertThatExceptionOfType(InputCoercionException.class)
          .isThrownBy(() -> STRICT.readValue(bytes, Typed.class))
          .withMessageContaining("but found")
          .withCauseInstanceOf(VariantException.class);
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(() -> codec.decode(bytes))
          .withMessageContaining("but found");
    }
  }

  private static String component(Typed reals, String name) throws ReflectiveOperationException {
    Object value = Typed.Reals.class.getDeclaredMethod(name).invoke(reals);
    return value instanceof float[] floats
        ? Arrays.toString(floats)
        : value instanceof double[] doubles ? Arrays.toString(doubles) : value.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "narrow, 0.1, 0.1",
    "narrow, 1e-300, 0.0",
    "narrow, inf, Infinity",
    "narrow, nan, NaN",
    "narrow, 16777216, 1.6777216E7",
    "narrow, -9223372036854775808, -9.223372E18",
    "wide, 9007199254740994, 9.007199254740994E15",
    "wide, -9223372036854775808, -9.223372036854776E18",
    "floats, 'PackedFloat64Array(0.1, inf)', '[0.1, Infinity]'",
  })
  void roundsFloatsToNearest(String name, String value, String converted)
      throws ReflectiveOperationException {
    Variant number = VariantText.GODOT_4.parse(value);
    RecordCodec<Typed> codec = RecordCodec.of(MethodHandles.lookup(), Typed.class);
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("type", "Reals", name, number));
    assertThat(component(STRICT.readValue(bytes, Typed.class), name)).isEqualTo(converted);
    assertThat(component(codec.decode(bytes), name)).isEqualTo(converted);
  }

  record Place(float x, float y) {}

  @GodotRecord
  record Placed(Place place) {}

  @Test
  void rejectsComponentsBeyondSinglePrecision() {
    VariantCodec wide = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    byte[] bytes = wide.encode(VariantDictionary.of("place", new Vector2(0.1, 1e300)));
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> GodotMapper.builder(wide).build().readValue(bytes, Placed.class))
        .withCauseInstanceOf(VariantException.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(
            () -> RecordCodec.of(MethodHandles.lookup(), Placed.class).with(wide).decode(bytes))
        .withMessageContaining("Placed.place");
  }

  record Plain(@Nullable String name, int hp) {}

  @Test
  void rejectsMissingPrimitiveComponents() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("name", "a"));
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> STRICT.readValue(bytes, Plain.class))
        .withCauseInstanceOf(VariantException.class);
    GodotMapper forgiving =
        GodotMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();
    assertThat(forgiving.readValue(bytes, Plain.class)).isEqualTo(new Plain("a", 0));
    byte[] nameless = VariantCodec.GODOT_4.encode(VariantDictionary.of("hp", 1));
    assertThat(STRICT.readValue(nameless, Plain.class)).isEqualTo(new Plain(null, 1));
  }

  @Test
  void convertsAsJacksonDoesIfLenient() {
    Differences lenient = new Differences(LENIENT);
    damaged(10_000).forEach(lenient::compare);
    assertThat(lenient.found).isGreaterThan(100);
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("item", "rope", "count", 1.9));
    assertThat(LENIENT.readValue(bytes, Item.class)).isEqualTo(new Item("rope", 1));
    assertThat(LENIENT.rebuild().build().readValue(bytes, Item.class).count()).isEqualTo(1);
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> STRICT.rebuild().build().readValue(bytes, Item.class));
    assertThat(STRICT.rebuild().lenient().build().readValue(bytes, Item.class).count())
        .isEqualTo(1);
  }

  @GodotRecord
  record Page<T>(
      List<T> items, T[] array, Map<String, T> byName, List<? extends Number> wildcard) {}

  @Test
  void rejectsNullsOfTypeVariablesAndWildcards() {
    GodotMapper mapper = new GodotMapper();
    JavaType type = mapper.getTypeFactory().constructParametricType(Page.class, String.class);
    VariantDictionary page =
        VariantDictionary.of(
            "items", VariantArray.of("a"),
            "array", VariantArray.of("b"),
            "byName", VariantDictionary.of("c", "d"),
            "wildcard", VariantArray.of(1));
    Page<String> read = mapper.readValue(VariantCodec.GODOT_4.encode(page), type);
    assertThat(read.items()).containsExactly("a");
    assertThat(read.byName()).containsEntry("c", "d");
    for (String component : List.of("items", "array", "wildcard")) {
      byte[] bytes =
          VariantCodec.GODOT_4.encode(page.with(component, VariantArray.of(Variant.NIL)));
      assertThatExceptionOfType(JacksonException.class)
          .as(component)
          .isThrownBy(() -> mapper.readValue(bytes, type));
    }
  }
}
