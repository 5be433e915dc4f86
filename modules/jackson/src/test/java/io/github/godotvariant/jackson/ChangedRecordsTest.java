package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonMerge;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.DefaultConstant;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.UnknownKeys;
import io.github.godotvariant.text.VariantText;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Compares a mapper with a record codec for values that an older class has written. */
class ChangedRecordsTest {
  private static final ObjectMapper GODOT = new GodotMapper();
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();

  enum Biome {
    @Alias({"WOOD", "TREES"})
    @Key("forest")
    FOREST,
    @DefaultConstant
    UNKNOWN
  }

  @GodotRecord
  sealed interface Weapon {}

  @GodotRecord
  @Alias({"Sword", "Knife"})
  record Blade(int damage) implements Weapon {}

  @GodotRecord
  record Bow() implements Weapon {}

  @GodotRecord
  record Hero(
      @Alias({"health", "hitpoints"}) @DefaultValue("1") int hp,
      @DefaultValue(value = "[2]", alsoForNull = true) List<Integer> levels,
      Biome biome,
      @DefaultValue("0") @AsNumber Biome number,
      List<Biome> list,
      Set<Biome> set,
      Map<Biome, Biome> map,
      Weapon weapon,
      @OtherKeys VariantDictionary rest) {}

  private static final RecordCodec<Hero> CODEC = RecordCodec.of(MethodHandles.lookup(), Hero.class);

  private static final VariantDictionary HERO =
      VariantText.GODOT_4
          .parse(
              "{\"hp\": 3, \"levels\": [4], \"biome\": \"forest\", \"number\": 0, \"list\": [],"
                  + " \"set\": [], \"map\": {}, \"weapon\": {\"type\": \"Bow\"}}")
          .asDictionary();

  private static final Hero READ = CODEC.fromVariant(HERO);

  /** Returns the hero without a key and with other pairs at the end. */
  private static VariantDictionary hero(@Nullable String removed, String added) {
    VariantDictionary last = VariantText.GODOT_4.parse(added.replace('\'', '"')).asDictionary();
    VariantDictionary.Builder hero = VariantDictionary.builder();
    HERO.forEach(
        (key, value) -> {
          if (!key.asString().equals(removed) && !last.containsKey(key)) {
            hero.put(key, value);
          }
        });
    last.forEach(hero::put);
    return hero.build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hp | {}",
        "hp | {'health': 5}",
        "hp | {'hitpoints': 5}",
        "hp | {'health': 5, 'hitpoints': 6}",
        "hp | {'hitpoints': 6, 'health': 5}",
        "   | {'health': 5}",
        "   | {'health': 5, 'hp': 6}",
        "hp | {'Health': 5}",
        "levels | {}",
        "   | {'levels': null}",
        "   | {'biome': 'WOOD'}",
        "   | {'biome': 'TREES'}",
        "   | {'biome': 'FOREST'}",
        "   | {'biome': 'SWAMP'}",
        "   | {'number': 1}",
        "number | {}",
        "   | {'number': 2}",
        "   | {'number': -1}",
        "   | {'list': ['WOOD', 'SWAMP', 'SEA']}",
        "   | {'set': ['WOOD']}",
        "   | {'map': {'WOOD': 'SWAMP'}}",
        "   | {'weapon': {'type': 'Blade', 'damage': 1}}",
        "   | {'weapon': {'type': 'Sword', 'damage': 1}}",
        "   | {'weapon': {'damage': 1, 'type': 'Knife'}}",
        "   | {'mana': 9}",
      })
  void acceptsSameInputAsRecordCodec(String removed, String added) {
    VariantDictionary hero = hero(removed, added);
    Hero read = CODEC.fromVariant(hero);
    byte[] bytes = VariantCodec.GODOT_4.encode(hero);
    assertThat(GODOT.readValue(bytes, Hero.class)).isEqualTo(read);
    assertThat(JSON.readValue(PlainJson.DEFAULT.write(hero), Hero.class)).isEqualTo(read);
    assertThat(GODOT.writeValueAsBytes(read)).isEqualTo(CODEC.encode(read));
    assertThat(JSON.readTree(JSON.writeValueAsString(read)))
        .isEqualTo(JSON.readTree(PlainJson.DEFAULT.write(CODEC.toVariant(read))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "   | {'hp': 'x'}                        | Hero[\"hp\"]",
        "hp | {'health': 'x'}                    | Hero[\"h",
        "   | {'levels': [null, 1]}              | Hero[\"levels\"]",
        "   | {'levels': {}}                     | Hero[\"levels\"]",
        "   | {'biome': []}                      | Hero[\"biome\"]",
        "biome | {}                              | Hero[\"biome\"]",
        "   | {'biome': null}                    | Hero[\"biome\"]",
        "   | {'number': 1.5}                    | Hero[\"number\"]",
        "   | {'set': ['SWAMP']}                 | Hero[\"set\"]->java.util.RegularEnumSet[0]",
        "   | {'map': {'SWAMP': 'WOOD'}}         | Hero[\"map\"]",
        "   | {'weapon': {'type': 'Axe'}}        | Hero[\"weapon\"]",
      })
  void rejectsSameInputAsRecordCodec(String removed, String added, String reference) {
    VariantDictionary hero = hero(removed, added);
    byte[] bytes = VariantCodec.GODOT_4.encode(hero);
    assertThatExceptionOfType(VariantTypeException.class).isThrownBy(() -> CODEC.fromVariant(hero));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, Hero.class))
        .withMessageContaining(reference)
        .withCauseInstanceOf(VariantException.class);
    if (!added.contains("null") && !added.equals("{}")) { // null and absent keys follow Jackson
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> JSON.readValue(PlainJson.DEFAULT.write(hero), Hero.class))
          .withMessageContaining(reference);
    }
  }

  @Test
  void rejectsUnknownConstantsInBufferedSets() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantDictionary.of("set", List.of("SWAMP"), "type", "Set"));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, Buffered.class))
        .withMessageContaining("SWAMP");
  }

  @GodotRecord
  sealed interface Buffered {
    @GodotRecord
    @Key("Set")
    record OfSet(Set<Biome> set) implements Buffered {}
  }

  @GodotRecord(unknownKeys = UnknownKeys.REFUSE)
  record Exact(@Alias("health") int hp, @Nullable Exact next) {}

  @GodotRecord
  record Group(List<Exact> all, int size) {}

  @Test
  void rejectsUnknownKeys() {
    RecordCodec<Group> codec = RecordCodec.of(MethodHandles.lookup(), Group.class);
    VariantDictionary known =
        VariantDictionary.of("all", List.of(Map.of("health", 1)), "size", 1, "other", 2);
    Group group = codec.fromVariant(known);
    VariantDictionary unknown =
        VariantDictionary.of(
            "all", List.of(Map.of("hp", 1, "next", Map.of("hp", 1, "x", 2))), "size", 1);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.fromVariant(unknown));
    for (ObjectMapper mapper : List.of(GODOT, GodotMapper.builder().lenient().build(), JSON)) {
      byte[] bytes = bytes(mapper, unknown);
      assertThat(mapper.readValue(bytes(mapper, known), Group.class)).isEqualTo(group);
      assertThatExceptionOfType(UnrecognizedPropertyException.class)
          .isThrownBy(() -> mapper.readValue(bytes, Group.class))
          .withMessageContaining("Exact[\"next\"]->")
          .withMessageContaining("Exact[\"x\"]");
    }
  }

  private static byte[] bytes(ObjectMapper mapper, VariantDictionary value) {
    return mapper == JSON
        ? PlainJson.DEFAULT.write(value).getBytes(StandardCharsets.UTF_8)
        : VariantCodec.GODOT_4.encode(value);
  }

  @Test
  void rejectsOtherKeysThatAreAliases() {
    Hero hero =
        new Hero(
            READ.hp,
            READ.levels,
            READ.biome,
            READ.number,
            READ.list,
            READ.set,
            READ.map,
            READ.weapon,
            VariantDictionary.of("health", 1));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> CODEC.encode(hero));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.writeValueAsBytes(hero))
        .withMessageContaining("the key \"health\" is there already");
  }

  record OptionalBiomes(Set<Optional<Biome>> biomes) {}

  static final class MergedBiomes {
    @JsonMerge public final Set<Biome> biomes = EnumSet.noneOf(Biome.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {OptionalBiomes.class, MergedBiomes.class})
  void rejectsUnknownConstantsInOtherSets(Class<?> type) {
    String text = "{\"biomes\":[\"SWAMP\",\"SEA\"]}";
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> JSON.readValue(text, type))
        .withMessageContaining("SWAMP");
  }

  @Test
  void rejectsOrdinalsThatJacksonForbids() {
    JsonMapper mapper =
        JsonMapper.builder()
            .findAndAddModules()
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> mapper.readValue("0", Biome.class));
  }
}
