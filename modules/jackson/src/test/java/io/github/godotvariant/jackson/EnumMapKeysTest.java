package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.DefaultConstant;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.ValueAdapter;
import io.github.godotvariant.text.VariantText;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Reads maps whose keys are constants of an enum. */
class EnumMapKeysTest {
  private static final GodotMapper GODOT = new GodotMapper();
  private static final JsonMapper JSON = JsonMapper.builder().findAndAddModules().build();

  enum Item {
    @Alias({"blade", "sabre"})
    SWORD,
    @Key("shield")
    SHIELD,
    @JsonAlias("arc")
    BOW
  }

  enum Mood {
    @DefaultConstant
    @Alias("none")
    UNKNOWN,
    GOOD
  }

  /** Stores a constant as the first two letters of its name. */
  static final class Letters implements ValueAdapter<Item, String> {
    @Override
    public String toStored(Item value) {
      return value.name().substring(0, 2).toLowerCase(Locale.ROOT);
    }

    @Override
    public Item fromStored(String stored) {
      for (Item item : Item.values()) {
        if (item.name().startsWith(stored.substring(0, 2).toUpperCase(Locale.ROOT))) {
          return item;
        }
      }
      throw new IllegalArgumentException("no item");
    }
  }

  static final class Ordinal implements ValueAdapter<Item, Integer> {
    @Override
    public Integer toStored(Item value) {
      return value.ordinal();
    }

    @Override
    public Item fromStored(Integer stored) {
      return Item.values()[stored];
    }
  }

  /** Stores a constant as a constant of another enum. */
  static final class AsMood implements ValueAdapter<Item, Mood> {
    @Override
    public Mood toStored(Item value) {
      return Mood.values()[value.ordinal()];
    }

    @Override
    public Item fromStored(Mood stored) {
      return Item.values()[stored.ordinal()];
    }
  }

  record Plain(Map<Item, Integer> map) {}

  record Sorted(SortedMap<Item, Integer> map) {}

  record Nested(Map<Item, Map<Item, Integer>> map) {}

  record Moods(Map<Mood, Integer> map) {}

  record Texts(Map<@AdaptedBy(Letters.class) Item, Integer> map) {}

  record SortedTexts(SortedMap<@AdaptedBy(Letters.class) Item, Integer> map) {}

  record NestedTexts(
      List<Map<@AdaptedBy(Letters.class) Item, Map<@AdaptedBy(AsMood.class) Item, Integer>>> map) {}

  record StoredMoods(Map<@AdaptedBy(AsMood.class) Item, Integer> map) {}

  record Enums(EnumMap<Item, Integer> map) {}

  record EnumTexts(EnumMap<@AdaptedBy(Letters.class) Item, Integer> map) {}

  record EnumOrdinals(EnumMap<@AdaptedBy(Ordinal.class) Item, Integer> map) {}

  record Hashed(HashMap<Item, Integer> map) {}

  record Concurrent(ConcurrentHashMap<@AdaptedBy(Letters.class) Item, Integer> map) {}

  record Trees(TreeMap<Item, Integer> map) {}

  record Lists(List<EnumMap<Item, Integer>> map) {}

  record Reduced(@JsonIgnoreProperties("blade") Map<Item, Integer> map) {}

  record WithoutNulls(@JsonSetter(contentNulls = Nulls.SKIP) Map<Item, @Nullable Integer> map) {}

  private static VariantDictionary parse(String text) {
    return VariantText.GODOT_4
        .parse("{'map': %s}".formatted(text).replace('\'', '"'))
        .asDictionary();
  }

  private static <T> T read(GodotMapper mapper, Class<T> type, String map) {
    return mapper.readValue(VariantCodec.GODOT_4.encode(parse(map)), type);
  }

  @SuppressWarnings("unchecked") // the class of the value
  private static <T extends Record> RecordCodec<T> codec(Class<?> type) {
    return RecordCodec.of(MethodHandles.lookup(), (Class<T>) type);
  }

  static List<Arguments> values() {
    return List.of(
        arguments(
            new Plain(new EnumMap<>(Map.of(Item.SHIELD, 1, Item.BOW, 2))),
            "{'shield': 1, 'BOW': 2}"),
        arguments(new Sorted(new TreeMap<>(Map.of(Item.SWORD, 1))), "{'SWORD': 1}"),
        arguments(new Nested(Map.of(Item.SWORD, Map.of(Item.SWORD, 1))), "{'SWORD': {'SWORD': 1}}"),
        arguments(new Moods(Map.of(Mood.GOOD, 1)), "{'GOOD': 1}"),
        arguments(
            new Texts(new EnumMap<>(Map.of(Item.SWORD, 1, Item.BOW, 2))), "{'sw': 1, 'bo': 2}"),
        arguments(new SortedTexts(new TreeMap<>(Map.of(Item.BOW, 2))), "{'bo': 2}"),
        arguments(
            new NestedTexts(List.of(Map.of(Item.SWORD, Map.of(Item.SHIELD, 1)))),
            "[{'sw': {'GOOD': 1}}]"),
        arguments(new StoredMoods(Map.of(Item.SHIELD, 1)), "{'GOOD': 1}"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void readsWrittenMapLikeRecordCodec(Record value, String map) {
    VariantDictionary expected = parse(map);
    byte[] bytes = GODOT.writeValueAsBytes(value);
    assertThat(VariantCodec.GODOT_4.decode(bytes)).isEqualTo(expected);
    assertThat(GODOT.readValue(bytes, value.getClass())).isEqualTo(value);
    RecordCodec<Record> codec = codec(value.getClass());
    assertThat(codec.toVariant(value)).isEqualTo(expected);
    assertThat(codec.decode(bytes)).isEqualTo(value);
    assertThat((Record) JSON.readValue(JSON.writeValueAsString(value), value.getClass()))
        .isEqualTo(value);
  }

  @Test
  void readsWrittenEnumMap() {
    EnumMap<Item, Integer> map = new EnumMap<>(Map.of(Item.SWORD, 1, Item.SHIELD, 2));
    List<Record> values =
        List.of(
            new Enums(map),
            new EnumTexts(map),
            new Hashed(new HashMap<>(map)),
            new Concurrent(new ConcurrentHashMap<>(map)),
            new Trees(new TreeMap<>(map)),
            new Lists(List.of(map)));
    for (Record value : values) {
      byte[] bytes = GODOT.writeValueAsBytes(value);
      assertThat((Record) GODOT.readValue(bytes, value.getClass())).isEqualTo(value);
    }
    String ordinals = JSON.writeValueAsString(new EnumOrdinals(map));
    assertThat(ordinals).isEqualTo("{\"map\":{\"0\":1,\"1\":2}}");
    assertThat(JSON.readValue(ordinals, EnumOrdinals.class)).isEqualTo(new EnumOrdinals(map));
    assertThat(GODOT.readValue(JSON.createParser(ordinals), EnumOrdinals.class))
        .isEqualTo(new EnumOrdinals(map));
  }

  @Test
  void createsEnumMap() {
    assertThat(read(GODOT, Plain.class, "{'BOW': 1, 'sabre': 2}").map())
        .isInstanceOf(EnumMap.class)
        .containsExactly(Map.entry(Item.SWORD, 2), Map.entry(Item.BOW, 1));
    assertThat(read(GODOT, Texts.class, "{'bo': 1, 'sword': 2}").map())
        .isInstanceOf(EnumMap.class)
        .containsExactly(Map.entry(Item.SWORD, 2), Map.entry(Item.BOW, 1));
    assertThat(read(GODOT, Plain.class, "{}").map()).isEmpty();
  }

  static List<Arguments> merged() {
    return List.of(
        arguments(Plain.class, "{'blade': 1, 'SWORD': 2}", "$.map.SWORD"),
        arguments(Plain.class, "{'SWORD': 1, 'BOW': 2, 'blade': 3}", "$.map.blade"),
        arguments(Plain.class, "{'blade': 1, 'sabre': 2}", "$.map.sabre"),
        arguments(Sorted.class, "{'blade': 1, 'SWORD': 2}", "$.map.SWORD"),
        arguments(Nested.class, "{'BOW': {'blade': 1, 'SWORD': 2}}", "$.map.BOW.SWORD"),
        arguments(Nested.class, "{'SWORD': {}, 'blade': {'SWORD': 2}}", "$.map.blade"),
        arguments(Moods.class, "{'none': 1, 'UNKNOWN': 2}", "$.map.UNKNOWN"),
        arguments(Texts.class, "{'sw': 1, 'sword': 2}", "$.map.sword"),
        arguments(SortedTexts.class, "{'sw': 1, 'sword': 2}", "$.map.sword"),
        arguments(NestedTexts.class, "[{}, {'sw': {}, 'sword': {}}]", "$.map[1].sword"),
        arguments(NestedTexts.class, "[{'sw': {'none': 1, 'UNKNOWN': 2}}]", "$.map[0].sw.UNKNOWN"),
        arguments(StoredMoods.class, "{'none': 1, 'UNKNOWN': 2}", "$.map.UNKNOWN"));
  }

  @ParameterizedTest
  @MethodSource("merged")
  void rejectsNamesOfOneConstantLikeRecordCodec(Class<?> type, String map, String path) {
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec(type).fromVariant(parse(map)))
        .withMessageContaining("two keys are read as the same value");
    rejectsNamesOfOneConstant(type, map, path);
  }

  static List<Arguments> mergedOutsideRecordCodec() {
    return List.of(
        arguments(Plain.class, "{'arc': 1, 'BOW': 2}", "$.map.BOW"),
        arguments(Enums.class, "{'blade': 1, 'SWORD': 2}", "$.map.SWORD"),
        arguments(EnumTexts.class, "{'sw': 1, 'sword': 2}", "$.map.sword"),
        arguments(Hashed.class, "{'blade': 1, 'SWORD': 2}", "$.map.SWORD"),
        arguments(Concurrent.class, "{'sw': 1, 'sword': 2}", "$.map.sword"),
        arguments(Trees.class, "{'blade': 1, 'SWORD': 2}", "$.map.SWORD"),
        arguments(Lists.class, "[{'blade': 1}, {'blade': 1, 'SWORD': 2}]", "$.map[1].SWORD"),
        arguments(Reduced.class, "{'sabre': 1, 'SWORD': 2}", "$.map.SWORD"));
  }

  @ParameterizedTest
  @MethodSource("mergedOutsideRecordCodec")
  void rejectsNamesOfOneConstant(Class<?> type, String map, String path) {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> read(GODOT, type, map))
        .withMessageContaining("two keys are read as the same value; the first one is \"")
        .havingCause()
        .isInstanceOfSatisfying(
            VariantException.class, cause -> assertThat(cause.path()).isEqualTo(path));
  }

  @Test
  void keepsLastValueOfRepeatedNameLikeRecordCodec() {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    writer.value("map").beginDictionary();
    writer.value("SWORD").value(1).value("SWORD").value(2).endDictionary().endDictionary();
    byte[] bytes = writer.toByteArray();
    assertThat(GODOT.readValue(bytes, Plain.class)).isEqualTo(codec(Plain.class).decode(bytes));
    assertThat(GODOT.readValue(bytes, Enums.class).map()).isEqualTo(Map.of(Item.SWORD, 2));
  }

  static List<Arguments> unknown() {
    return List.of(
        arguments(Plain.class, "{'AXE': 1}"),
        arguments(Sorted.class, "{'AXE': 1}"),
        arguments(Nested.class, "{'BOW': {'AXE': 1}}"),
        arguments(Moods.class, "{'AXE': 1}"),
        arguments(Texts.class, "{'AXE': 1}"),
        arguments(Plain.class, "{null: 1}"),
        arguments(Texts.class, "{null: 1}"));
  }

  @ParameterizedTest
  @MethodSource("unknown")
  void rejectsUnknownConstantLikeRecordCodec(Class<?> type, String map) {
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec(type).fromVariant(parse(map)));
    assertThatExceptionOfType(JacksonException.class)
        .isThrownBy(() -> read(GODOT, type, map))
        .withCauseInstanceOf(VariantException.class);
  }

  @Test
  void skipsUnknownConstantsOnRequest() {
    GodotMapper skipping =
        GodotMapper.builder().enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL).build();
    String map = "{'AXE': 1, 'blade': 2}";
    for (Class<?> type : List.of(Plain.class, Enums.class, Trees.class, Hashed.class)) {
      Object read = read(skipping, type, map);
      assertThat(read).extracting("map").isEqualTo(Map.of(Item.SWORD, 2));
    }
  }

  @Test
  void acceptsNamesOfOmittedPairs() {
    assertThat(read(GODOT, Reduced.class, "{'blade': 1, 'SWORD': 2}").map())
        .isEqualTo(Map.of(Item.SWORD, 2));
    assertThat(read(GODOT, WithoutNulls.class, "{'blade': null, 'SWORD': 2}").map())
        .isEqualTo(Map.of(Item.SWORD, 2));
  }

  static final class LowerCase extends KeyDeserializer {
    @Override
    public Object deserializeKey(String name, DeserializationContext context) {
      return Item.valueOf(name.toUpperCase(Locale.ROOT));
    }
  }

  record Annotated(@JsonDeserialize(keyUsing = LowerCase.class) EnumMap<Item, Integer> map) {}

  @Test
  void readsKeysWithDeserializerOfProgram() {
    SimpleModule module = new SimpleModule().addKeyDeserializer(Item.class, new LowerCase());
    GodotMapper mapper = GodotMapper.builder().addModule(module).build();
    assertThat(read(mapper, Plain.class, "{'bow': 1}").map()).isEqualTo(Map.of(Item.BOW, 1));
    assertThat(read(GODOT, Annotated.class, "{'bow': 1}").map()).isEqualTo(Map.of(Item.BOW, 1));
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> read(mapper, Enums.class, "{'bow': 1, 'BOW': 2}"))
        .withMessageContaining("two keys are read as the same value; the first one is \"bow\"");
  }

  /** The module does not change classes without annotations of this project. */
  @Test
  void leavesOtherMapsOfOtherMappersToJackson() {
    assertThat(JSON.readValue("{\"map\":{\"blade\":1,\"SWORD\":2}}", Plain.class).map())
        .isEqualTo(Map.of(Item.SWORD, 2));
  }
}
