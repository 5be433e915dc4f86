package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonMerge;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** As many keys with one hash code are taken as a codec of records takes. */
class HashedTest {
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final GodotMapper GODOT = new GodotMapper();
  private static final int MOST = 64;

  @GodotRecord
  record Cells(Set<Vector2i> cells) {}

  @GodotRecord
  record Grid(Map<Vector2i, Integer> grid) {}

  /** Different ones, and each of them twice. */
  private static List<Vector2i> colliding(int count) {
    List<Vector2i> all = new ArrayList<>();
    for (int i = 0; i < 2 * count; i++) {
      all.add(new Vector2i(i / 2, -31 * (i / 2)));
    }
    return all;
  }

  private static Variant cells(int count) {
    return VariantDictionary.builder()
        .put("cells", VariantArray.of(colliding(count).toArray()))
        .build();
  }

  private static Variant grid(int count) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    colliding(count).forEach(cell -> pairs.put(cell, 1));
    return VariantDictionary.builder().put("grid", pairs.build()).build();
  }

  private static byte[] encoded(Variant value) {
    return VariantCodec.GODOT_4.encode(value);
  }

  @Test
  void setsAndMapsAreTakenAsByTheCodecOfRecords() {
    assertThat(new Vector2i(1, -31)).hasSameHashCodeAs(new Vector2i(2, -62));
    RecordCodec<Cells> cells = RecordCodec.of(MethodHandles.lookup(), Cells.class);
    RecordCodec<Grid> grid = RecordCodec.of(MethodHandles.lookup(), Grid.class);
    assertThat(GODOT.readValue(encoded(cells(MOST)), Cells.class))
        .isEqualTo(cells.decode(encoded(cells(MOST))));
    assertThat(GODOT.readValue(encoded(grid(MOST)), Grid.class))
        .isEqualTo(grid.decode(encoded(grid(MOST))));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> cells.decode(encoded(cells(MOST + 1))));
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> grid.decode(encoded(grid(MOST + 1))));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(encoded(cells(MOST + 1)), Cells.class))
        .withCauseInstanceOf(VariantLimitException.class);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(encoded(grid(MOST + 1)), Grid.class))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void setsInOtherFormatsAreNoSlower() {
    TypeReference<Set<Vector2i>> set = new TypeReference<>() {};
    assertThat(JSON.readValue(JSON.writeValueAsString(colliding(MOST)), set))
        .isEqualTo(new LinkedHashSet<>(colliding(MOST)));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> JSON.readValue(JSON.writeValueAsString(colliding(MOST + 1)), set));
    TypeReference<Map<Vector2i, Integer>> map = new TypeReference<>() {};
    Map<Vector2i, Integer> cells =
        colliding(MOST + 1).stream().distinct().collect(Collectors.toMap(cell -> cell, c -> 1));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> JSON.readValue(JSON.writeValueAsString(cells), map));
  }

  static final class Merged {
    @JsonMerge public Map<Vector2i, Integer> grid = new HashMap<>();
    @JsonMerge public Set<Vector2i> cells = new HashSet<>();
  }

  @Test
  void whatIsThereAlreadyTakesAsMany() {
    Variant most = grid(MOST).asDictionary().get("grid");
    Variant more = grid(MOST + 1).asDictionary().get("grid");
    ObjectReader map = GODOT.readerFor(new TypeReference<Map<Vector2i, Integer>>() {});
    Map<Vector2i, Integer> intoMap = new HashMap<>(Map.of(new Vector2i(7, 7), 7));
    map.withValueToUpdate(intoMap).readValue(encoded(most));
    assertThat(intoMap).hasSize(MOST + 1).containsEntry(new Vector2i(7, 7), 7);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> map.withValueToUpdate(new HashMap<>()).readValue(encoded(more)))
        .withCauseInstanceOf(VariantLimitException.class);

    ObjectReader set = GODOT.readerFor(new TypeReference<Set<Vector2i>>() {});
    Set<Vector2i> intoSet = new HashSet<>(Set.of(new Vector2i(7, 7)));
    set.withValueToUpdate(intoSet).readValue(encoded(VariantArray.of(colliding(MOST).toArray())));
    assertThat(intoSet).hasSize(MOST + 1).contains(new Vector2i(7, 7));
    byte[] cells = encoded(VariantArray.of(colliding(MOST + 1).toArray()));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> set.withValueToUpdate(new HashSet<>()).readValue(cells))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  @Test
  void whatIsMergedTakesAsMany() {
    Merged merged =
        GODOT.readValue(
            encoded(
                VariantDictionary.of(
                    "grid", grid(MOST).asDictionary().get("grid"),
                    "cells", cells(MOST).asDictionary().get("cells"))),
            Merged.class);
    assertThat(merged.grid).hasSize(MOST);
    assertThat(merged.cells).hasSize(MOST);
    for (Variant more : List.of(grid(MOST + 1), cells(MOST + 1))) {
      assertThatExceptionOfType(StreamConstraintsException.class)
          .isThrownBy(() -> GODOT.readValue(encoded(more), Merged.class))
          .withCauseInstanceOf(VariantLimitException.class);
    }
  }

  /** One name may come again, and what it names is one map. */
  @Test
  void whatIsMergedTwiceTakesNoMore() {
    for (String name : List.of("cells", "grid")) {
      String first = merge(name, colliding(MOST).stream().distinct().toList());
      String last = merge(name, List.of(new Vector2i(MOST, -31 * MOST)));
      assertThat(JSON.readValue("{" + first + "," + first + "}", Merged.class)).isNotNull();
      assertThatExceptionOfType(StreamConstraintsException.class)
          .isThrownBy(() -> JSON.readValue("{" + first + "," + last + "}", Merged.class));
    }
  }

  private static String merge(String name, List<Vector2i> cells) {
    Object value =
        name.equals("cells")
            ? cells
            : cells.stream().collect(Collectors.toMap(cell -> cell, cell -> 1));
    return JSON.writeValueAsString(name) + ":" + JSON.writeValueAsString(value);
  }

  /** Messages name what a program has. */
  @Test
  void placesAreThoseOfTheClass() {
    for (Throwable thrown :
        List.of(
            catchThrowable(
                () -> JSON.readValue("{\"cells\":[{\"x\":1,\"y\":2},{\"x\":1}]}", Cells.class)),
            catchThrowable(() -> GODOT.readValue(encoded(cells(MOST + 1)), Cells.class)))) {
      assertThat(thrown.getMessage())
          .contains("HashedTest$Cells[\"cells\"]->java.util.HashSet[")
          .doesNotContain("Deserializer");
    }
    for (Throwable thrown :
        List.of(
            catchThrowable(
                () -> JSON.readValue("{\"grid\":{\"Vector2i(1, 2)\":\"x\"}}", Grid.class)),
            catchThrowable(() -> GODOT.readValue(encoded(grid(MOST + 1)), Grid.class)))) {
      assertThat(thrown.getMessage())
          .contains("HashedTest$Grid[\"grid\"]")
          .doesNotContain("Deserializer");
    }
  }

  @Test
  void whatIsReadIsOfTheUsualClass() {
    TypeReference<LinkedHashSet<Vector2i>> set = new TypeReference<>() {};
    assertThat(JSON.readValue("[{\"x\":1,\"y\":2}]", set)).containsExactly(new Vector2i(1, 2));
    assertThat(JSON.readValue("null", set)).isNull();
  }
}
