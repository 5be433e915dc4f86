package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.PropertyBindingException;

/** Checks that exceptions report the offset and the path of the value that cannot be read. */
class ErrorLocationTest {
  private static final GodotMapper GODOT = new GodotMapper();

  enum Mood {
    GOOD
  }

  record Player(int hp, @Nullable Vector2 pos, @Nullable Mood mood, @Nullable LocalDate since) {}

  record Team(@Nullable List<Player> players, @Nullable Map<String, Player> byName) {}

  private static final VariantDictionary PLAYER =
      VariantDictionary.of("hp", 1, "pos", new Vector2(1, 2), "mood", "GOOD");

  private static VariantException cause(Object value, TypeReference<?> type) {
    byte[] bytes = VariantCodec.GODOT_4.encode(Variant.of(value));
    JacksonException thrown =
        catchThrowableOfType(JacksonException.class, () -> GODOT.readValue(bytes, type));
    assertThat(thrown).isNotNull();
    VariantException cause = (VariantException) Objects.requireNonNull(thrown.getCause());
    assertThat(thrown.getLocation().getByteOffset()).isEqualTo(cause.byteOffset());
    assertThat(thrown)
        .hasMessageContaining("byte offset: #" + cause.byteOffset() + ", " + cause.path() + "]");
    return cause;
  }

  /** Checks the path, and that the value at that path starts at the reported offset. */
  private static void check(String path, Object value, TypeReference<?> type) {
    VariantException cause = cause(value, type);
    assertThat(cause.path()).isEqualTo(path);
    byte[] bytes = VariantCodec.GODOT_4.encode(Variant.of(value));
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThat(reader.seek(path)).isTrue();
      assertThat(cause.byteOffset()).isEqualTo(reader.byteOffset());
    }
  }

  @Test
  void reportsComponentThatCannotBeRead() {
    TypeReference<Player> player = new TypeReference<>() {};
    check("$.hp", PLAYER.with("hp", "a"), player);
    check("$.pos", PLAYER.with("pos", 1), player);
    check("$.pos", PLAYER.with("pos", VariantArray.of(1)), player);
    check("$.mood", PLAYER.with("mood", "BAD"), player);
    check("$.since", PLAYER.with("since", "never"), player);
    check("$.since", PLAYER.with("since", new Vector2(1, 2)), player);
    check("$.hp", PLAYER.with("hp", 1L << 40), player);
    check("$", "text", player);
  }

  @Test
  void reportsElementsAndEntries() {
    TypeReference<Team> team = new TypeReference<>() {};
    VariantDictionary wrong = PLAYER.with("hp", "a");
    check("$.players[1].hp", Map.of("players", List.of(PLAYER, wrong, PLAYER)), team);
    check("$.byName.ann.hp", VariantDictionary.of("byName", Map.of("ann", wrong), "a", 1), team);
    check(
        "$.byName[\"a b\"].mood",
        VariantDictionary.of("byName", Map.of("a b", PLAYER.with("mood", 1))),
        team);
    check("$[0][1]", List.of(List.of(1, "a"), List.of()), new TypeReference<List<int[]>>() {});
    VariantException ofKey =
        cause(
            VariantDictionary.of(new Vector2i(0, 0), 1, new Vector2i(1, 2), "a", "b", 5),
            new TypeReference<Map<Vector2i, Integer>>() {});
    assertThat(ofKey.path()).isEqualTo("$[Vector2i(1, 2)]");
    check(
        "$.players",
        Map.of("players", PackedVector2Array.of(new Vector2(1, 2))),
        new TypeReference<Map<String, List<Player>>>() {});
  }

  @JsonIgnoreProperties("old")
  record Item(int count) {}

  @ParameterizedTest
  @CsvSource({"new, UnrecognizedPropertyException", "old, IgnoredPropertyException"})
  void reportsUnknownAndIgnoredProperties(String name, String exception) {
    GodotMapper exact =
        GodotMapper.builder()
            .enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .build();
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("count", 1, name, 2));
    assertThatExceptionOfType(PropertyBindingException.class)
        .isThrownBy(() -> exact.readValue(bytes, Item.class))
        .withMessageContaining("Item[\"" + name + "\"]")
        .withCauseInstanceOf(VariantTypeException.class)
        .extracting(thrown -> thrown.getClass().getSuperclass().getSimpleName())
        .isEqualTo(exception);
  }
}
