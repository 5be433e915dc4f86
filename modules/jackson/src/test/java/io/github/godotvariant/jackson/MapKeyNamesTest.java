package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonMerge;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.ValueAdapter;
import io.github.godotvariant.text.VariantText;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.exc.InvalidFormatException;

/** Reads maps in which several names represent one key. */
class MapKeyNamesTest {
  private static final GodotMapper GODOT = new GodotMapper();

  enum Item {
    @Key("sword")
    @Alias({"blade", "knife"})
    SWORD,
    @JsonAlias("crossbow")
    BOW
  }

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

  record Items(Map<Item, Integer> map) {}

  record SortedItems(SortedMap<Item, Integer> map) {}

  record EnumItems(EnumMap<Item, Integer> map) {}

  record Adapted(Map<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record AdaptedLists(List<Map<@AdaptedBy(LowerCase.class) String, Integer>> map) {}

  private static <T> T read(Class<T> type, String text) {
    return GODOT.readValue(
        VariantCodec.GODOT_4.encode(VariantText.GODOT_4.parse(text.replace('\'', '"'))), type);
  }

  static List<Arguments> merged() {
    return List.of(
        arguments(Items.class, "{'map': {'blade': 1, 'sword': 2}}", "$.map.sword"),
        arguments(Items.class, "{'map': {'sword': 1, 'knife': 2}}", "$.map.knife"),
        arguments(Items.class, "{'map': {'BOW': 1, 'crossbow': 2}}", "$.map.crossbow"),
        arguments(SortedItems.class, "{'map': {'knife': 1, 'blade': 2}}", "$.map.blade"),
        arguments(EnumItems.class, "{'map': {'blade': 1, 'sword': 2}}", "$.map.sword"),
        arguments(Adapted.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(AdaptedLists.class, "{'map': [{'c': 1}, {'c': 1, 'C': 2}]}", "$.map[1].C"));
  }

  @ParameterizedTest
  @MethodSource("merged")
  void rejectsNamesOfTheSameKey(Class<?> type, String text, String path) {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> read(type, text))
        .withMessageContaining("two keys are read as the same value")
        .havingCause()
        .isInstanceOfSatisfying(
            VariantException.class, cause -> assertThat(cause.path()).isEqualTo(path));
  }

  record Nested(Map<Item, Map<Item, Integer>> map) {}

  static final class Updated {
    @JsonMerge public Map<Item, Integer> map = new EnumMap<>(Map.of(Item.SWORD, 1, Item.BOW, 1));
  }

  @Test
  void acceptsNamesOfTheSameKeyInDifferentMaps() {
    assertThat(read(Nested.class, "{'map': {'BOW': {'blade': 1}, 'sword': {'knife': 2}}}").map())
        .isEqualTo(Map.of(Item.BOW, Map.of(Item.SWORD, 1), Item.SWORD, Map.of(Item.SWORD, 2)));
    assertThat(read(Updated.class, "{'map': {'blade': 2}}").map)
        .isEqualTo(Map.of(Item.SWORD, 2, Item.BOW, 1));
  }
}
