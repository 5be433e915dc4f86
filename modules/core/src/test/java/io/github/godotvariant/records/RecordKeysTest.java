package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.rejection;
import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.TestRecords.Percent;
import io.github.godotvariant.records.generated.ComponentKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Missing, unknown, renamed and repeated keys of records. */
@NullMarked
class RecordKeysTest {
  @GodotRecord
  record Optionals(
      Optional<String> text,
      OptionalInt number,
      OptionalLong large,
      OptionalDouble real,
      @Nullable Vector2 position,
      List<@Nullable String> holes) {}

  @GodotRecord
  record Defaults(
      @DefaultValue("7") long id,
      @DefaultValue("\"idle\"") String state,
      @DefaultValue("[]") List<Long> list,
      @DefaultValue("PackedInt32Array(1, 2)") int[] ints) {}

  @GodotRecord(naming = Naming.SNAKE_CASE, unknownKeys = UnknownKeys.REFUSE, stringNameKeys = true)
  record Named(int maxHp, @Key("x") int other) {}

  @GodotRecord
  record WithOtherKeys(long id, @OtherKeys VariantDictionary rest, String name) {}

  @Test
  void omitsAbsentComponents() {
    Optionals none =
        new Optionals(
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            null,
            Arrays.asList("a", null));
    assertThat(roundTrip(Optionals.class, none))
        .isEqualTo(VariantDictionary.of("holes", VariantArray.of("a", null)));
    assertThat(
            RecordCodec.of(Optionals.class)
                .decode(
                    VariantCodec.GODOT_4.encode(
                        VariantDictionary.of(
                            "text", null,
                            "position", null,
                            "real", null,
                            "holes", VariantArray.of("a", null)))))
        .isEqualTo(none);
    roundTrip(
        Optionals.class,
        new Optionals(
            Optional.of("t"),
            OptionalInt.of(1),
            OptionalLong.of(2),
            OptionalDouble.of(0.5),
            new Vector2(1, 2),
            List.of()));
  }

  @Test
  void usesDefaultsForMissingKeys() {
    RecordCodec<Defaults> codec = RecordCodec.of(Defaults.class);
    byte[] empty = VariantCodec.GODOT_4.encode(VariantDictionary.EMPTY);
    Defaults read = codec.decode(empty);
    assertThat(read.id).isEqualTo(7);
    assertThat(read.state).isEqualTo("idle");
    assertThat(read.list).isEmpty();
    assertThat(read.ints).containsExactly(1, 2);
    read.ints[0] = 5;
    assertThat(codec.decode(empty).ints).as("not the same array").containsExactly(1, 2);
    assertThat(roundTrip(Defaults.class, read).size()).isEqualTo(4);
  }

  @Test
  void usesNamesOfAnnotations() {
    VariantDictionary tree = roundTrip(Named.class, new Named(1, 2));
    assertThat(tree.keyAt(0)).isEqualTo(StringName.of("max_hp"));
    assertThat(tree.keyAt(1)).isEqualTo(StringName.of("x"));
    assertThat(rejection(Named.class, tree.with("more", 1)).getMessage())
        .isEqualTo("unknown key \"more\" for Named, at byte 52, ${key 2}");
    assertThat(rejection(Named.class, tree.with(1, 1)).getMessage())
        .startsWith("unknown key int for Named, at byte 52, ");
  }

  @ParameterizedTest
  @CsvSource({
    "displayName, display_name",
    "hp, hp",
    "maxHP, max_hp",
    "HTTPPort, http_port",
    "pos2D, pos2_d",
    "a_b, a_b"
  })
  void convertsNamesToSnakeCase(String name, String key) {
    assertThat(Naming.SNAKE_CASE.key(name)).isEqualTo(key);
  }

  @Test
  void keepsOtherKeys() {
    WithOtherKeys kept =
        new WithOtherKeys(
            1, VariantDictionary.of("extra", 5, 7, "x", StringName.of("sn"), true), "n");
    roundTrip(WithOtherKeys.class, kept);
    roundTrip(
        WithOtherKeys.class,
        new WithOtherKeys(1, VariantDictionary.of("", VariantDictionary.EMPTY), "n"));
    assertThat(
            RecordCodec.of(WithOtherKeys.class)
                .decode(VariantCodec.GODOT_4.encode(VariantDictionary.of("name", "n", "id", 1)))
                .rest)
        .isEqualTo(VariantDictionary.EMPTY);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                RecordCodec.of(WithOtherKeys.class)
                    .encode(new WithOtherKeys(1, VariantDictionary.of("id", 2), "n")))
        .withMessage("duplicate key \"id\" for WithOtherKeys, ${key 1}");
  }

  @Test
  void usesLastOfEqualKeys() {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    writer.value("value").value(1).value("value").value(2);
    byte[] bytes = writer.endDictionary().toByteArray();
    assertThat(RecordCodec.of(Percent.class).decode(bytes)).isEqualTo(new Percent(2));
  }

  @Test
  void ignoresUnknownKeys() {
    VariantDictionary more =
        VariantDictionary.of("a", VariantArray.of(1), 5, 6, "value", 2, "b", "c");
    assertThat(RecordCodec.of(Percent.class).decode(VariantCodec.GODOT_4.encode(more)))
        .isEqualTo(new Percent(2));
  }

  @Test
  void copiesBytesOfKeys() {
    ComponentKey key = ComponentKey.of("a long name of a component", "Owner.component");
    byte[] expected = key.bytes();
    Arrays.fill(key.bytes(), (byte) 0);
    assertThat(key.bytes()).isEqualTo(expected);
  }
}
