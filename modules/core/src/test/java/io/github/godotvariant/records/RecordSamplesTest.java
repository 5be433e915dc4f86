package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the documentation of records prints. */
class RecordSamplesTest {
  @GodotRecord
  record PlayerUpdate(
      long id, Vector3 pos, @AsStringName String state, @Key("display_name") String name) {}

  private static final VariantDictionary UPDATE =
      VariantDictionary.of(
          "id",
          7,
          "pos",
          new Vector3(1, 0, 2),
          "state",
          StringName.of("running"),
          "display_name",
          "Ada");

  private final List<PlayerUpdate> handled = new ArrayList<>();

  private void handle(PlayerUpdate update) {
    handled.add(update);
  }

  @Test
  void convertsBetweenBytesAndRecords() {
    byte[] packet = VariantCodec.GODOT_4.encode(UPDATE);
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    PlayerUpdate update = codec.decode(packet);
    byte[] answer = codec.encode(new PlayerUpdate(8, new Vector3(0, 1, 0), "idle", "Bob"));
    Variant tree = codec.toVariant(update);
    PlayerUpdate same = codec.fromVariant(tree);
    assertThat(update).isEqualTo(new PlayerUpdate(7, new Vector3(1, 0, 2), "running", "Ada"));
    assertThat(VariantCodec.GODOT_4.decode(answer).asDictionary().get("state"))
        .isEqualTo(StringName.of("idle"));
    assertThat(tree).isEqualTo(UPDATE);
    assertThat(same).isEqualTo(update);
    assertThat(codec.list().toVariant(List.of(update))).isEqualTo(VariantArray.of(UPDATE));
    RecordCodec<PlayerUpdate> careful =
        codec.with(VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK));
    assertThat(careful.decode(packet)).isEqualTo(update);
  }

  @Test
  void decodesAndEncodesRecord() {
    byte[] packet = VariantCodec.GODOT_4.encode(UPDATE);
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    PlayerUpdate update = codec.decode(packet);
    byte[] answer = codec.encode(update);
    assertThat(answer).isEqualTo(packet);
  }

  @Test
  void readsRecordsInLargerValue() {
    byte[] packet = VariantCodec.GODOT_4.encode(VariantArray.of(UPDATE, UPDATE));
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(packet)) {
      int count = reader.beginArray();
      for (int i = 0; i < count; i++) {
        handle(codec.read(reader));
      }
      reader.endArray();
    }
    assertThat(handled).hasSize(2).isEqualTo(codec.list().decode(packet));
    assertThat(codec.list().encode(handled)).isEqualTo(packet);
  }

  @GodotRecord(naming = Naming.SNAKE_CASE)
  record Save(
      String playerName, Vector2 position, List<Item> inventory, Map<String, Quest> quests) {}

  @GodotRecord
  record Item(String item, @DefaultValue("1") int count) {}

  @GodotRecord
  record Quest(boolean done, int[] steps) {}

  @Test
  void mapsThreeLevels() {
    VariantDictionary save =
        VariantDictionary.of(
            "player_name",
            "Ada",
            "position",
            new Vector2(3, 4),
            "inventory",
            VariantArray.of(
                VariantDictionary.of("item", "rope", "count", 2),
                VariantDictionary.of("item", "lamp")),
            "quests",
            VariantDictionary.of(
                "dragon", VariantDictionary.of("done", false, "steps", PackedInt32Array.of(1, 2))));
    RecordCodec<Save> codec = RecordCodec.of(Save.class);
    Save read = codec.decode(VariantCodec.GODOT_4.encode(save));
    assertThat(read.inventory).containsExactly(new Item("rope", 2), new Item("lamp", 1));
    assertThat(Objects.requireNonNull(read.quests.get("dragon")).steps).containsExactly(1, 2);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(
            () ->
                codec.decode(
                    VariantCodec.GODOT_4.encode(
                        save.with(
                            "inventory",
                            VariantArray.of(VariantDictionary.of("item", "a", "count", "b"))))))
        .withMessage(
            "wanted int but found String for Item.count, at byte 144, $.inventory[0].count");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(
            () ->
                codec.decode(
                    VariantCodec.GODOT_4.encode(
                        save.with(
                            "inventory",
                            VariantArray.of(
                                VariantDictionary.of("item", "rope", "count", 2),
                                VariantDictionary.of("count", 1))))))
        .withMessage("no key \"item\" for Item.item, at byte 152, $.inventory[1]");
  }

  @GodotRecord
  record Level(@Typed List<Long> seeds, @Typed Map<String, Vector2> spawns) {}

  @Test
  void writesElementTypesOfTypedComponents() {
    byte[] bytes =
        RecordCodec.of(Level.class).encode(new Level(List.of(7L), Map.of("a", new Vector2(1, 2))));
    VariantDictionary level = VariantCodec.GODOT_4.decode(bytes).asDictionary();
    assertThat(level.get("seeds").asArray().elementType())
        .isEqualTo(ElementType.of(VariantType.INT));
    VariantDictionary spawns = level.get("spawns").asDictionary();
    assertThat(spawns.keyType()).isEqualTo(ElementType.of(VariantType.STRING));
    assertThat(spawns.valueType()).isEqualTo(ElementType.of(VariantType.VECTOR2));
  }

  @GodotRecord(typeKey = "kind")
  sealed interface Command {
    @GodotRecord
    @Key("move")
    record Move(Vector2 by) implements Command {}

    @GodotRecord
    @Key("say")
    record Say(String text) implements Command {}
  }

  @Test
  void selectsRecordByTypeKey() {
    byte[] packet = VariantCodec.GODOT_4.encode(VariantDictionary.of("kind", "say", "text", "hi"));
    Command command = RecordCodec.of(Command.class).decode(packet); // {"kind": "say", "text": "hi"}
    assertThat(command).isEqualTo(new Command.Say("hi"));
  }

  @GodotRecord
  record Gate(
      long id,
      @DefaultValue("false") boolean open,
      @DefaultValue("\"idle\"") String state,
      @DefaultValue("Vector3(0, 1, 0)") Vector3 up) {}

  @Test
  void usesDefaultsOfMissingKeys() {
    assertThat(
            RecordCodec.of(Gate.class)
                .decode(VariantCodec.GODOT_4.encode(VariantDictionary.of("id", 1))))
        .isEqualTo(new Gate(1, false, "idle", new Vector3(0, 1, 0)));
  }

  @Test
  void rejectsNegativeNumber() {
    try (VariantReader reader =
        VariantCodec.GODOT_4.reader(
            VariantCodec.GODOT_4.encode(io.github.godotvariant.Variant.of(-1)))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(
              () -> {
                long hp = reader.nextLong();
                if (hp < 0) {
                  throw reader.refusal("hp " + hp + " is negative");
                }
              })
          .withMessage("hp -1 is negative, at byte 0, $");
    }
  }
}
