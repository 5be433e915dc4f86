package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.json.JsonMapper;

class RecordAnnotationsTest {
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();

  enum Team {
    RED,
    @Key("bleu")
    BLUE
  }

  @GodotRecord(naming = Naming.SNAKE_CASE)
  record Update(
      long playerId,
      @Key("pos") Vector3 position,
      @AsStringName String state,
      @AsNumber Team team,
      Team other,
      List<@AsStringName String> tags,
      List<@AsNumber Team> teams,
      @Packed List<Vector2> lastTrack) {}

  static final String UPDATE =
      "{\"player_id\":7,\"pos\":{\"x\":1.0,\"y\":2.0,\"z\":3.0},\"state\":\"idle\",\"team\":1,"
          + "\"other\":\"bleu\",\"tags\":[\"a\"],\"teams\":[1,0],"
          + "\"last_track\":[{\"x\":1.0,\"y\":2.0}]}";

  static final Update VALUE =
      new Update(
          7,
          new Vector3(1, 2, 3),
          "idle",
          Team.BLUE,
          Team.BLUE,
          List.of("a"),
          List.of(Team.BLUE, Team.RED),
          List.of(new Vector2(1, 2)));

  @Test
  void usesKeysOfDictionaryAsNames() {
    assertThat(JSON.readTree(JSON.writeValueAsString(VALUE))).isEqualTo(JSON.readTree(UPDATE));
    assertThat(JSON.readValue(UPDATE, Update.class)).isEqualTo(VALUE);
  }

  @Test
  void readsDeclarationsOnce() {
    List<AnnotatedField> fields = new ArrayList<>();
    JSON.serializationConfig()
        .classIntrospectorInstance()
        .introspectClassAnnotations(JSON.constructType(Update.class))
        .fields()
        .forEach(fields::add);
    assertThat(fields)
        .hasSize(8)
        .allSatisfy(
            field ->
                assertThat(RecordAnnotations.component(field))
                    .isNotNull()
                    .isSameAs(RecordAnnotations.component(field)));
  }

  record Both(@Key("ours") @JsonProperty("theirs") int a, @Key("alone") int b) {}

  @Test
  void prefersJacksonAnnotations() {
    assertThat(JSON.readTree(JSON.writeValueAsString(new Both(1, 2))))
        .isEqualTo(JSON.readTree("{\"theirs\":1,\"alone\":2}"));
  }

  record Gate(
      @DefaultValue("7") int id,
      @DefaultValue("true") boolean open,
      @DefaultValue("\"idle\"") String state,
      @DefaultValue("Vector3(0, 1, 0)") Vector3 up,
      @DefaultValue("[1, 2]") List<Long> numbers,
      @DefaultValue("PackedFloat32Array(1, 2)") float[] floats,
      @DefaultValue("{\"a\": Vector2(1, 2)}") Map<String, Vector2> map,
      @DefaultValue("\"bleu\"") Team team,
      @DefaultValue("{}") Lock lock,
      Integer plain) {}

  record Lock(@DefaultValue("2") int keys) {}

  @Test
  void usesDefaultsForMissingKeys() {
    Gate gate = JSON.readValue("{}", Gate.class);
    assertThat(gate.id()).isEqualTo(7);
    assertThat(gate.open()).isTrue();
    assertThat(gate.state()).isEqualTo("idle");
    assertThat(gate.up()).isEqualTo(new Vector3(0, 1, 0));
    assertThat(gate.numbers()).containsExactly(1L, 2L);
    assertThat(gate.floats()).containsExactly(1, 2);
    assertThat(gate.map()).isEqualTo(Map.of("a", new Vector2(1, 2)));
    assertThat(gate.team()).isEqualTo(Team.BLUE);
    assertThat(gate.lock()).isEqualTo(new Lock(2));
    assertThat(gate.plain()).isNull();
    assertThat(JSON.readValue("{}", Gate.class).floats()).isNotSameAs(gate.floats());
    assertThat(JSON.readValue("{\"id\":1,\"state\":\"x\"}", Gate.class).id()).isEqualTo(1);
    assertThat(JSON.readValue("{\"state\":null}", Gate.class).state()).isNull();
  }

  record Broken(@DefaultValue("idle idle") String state) {}

  record Unfit(@DefaultValue("\"x\"") int id) {}

  @Test
  void rejectsInvalidDefaults() {
    assertThatExceptionOfType(InvalidDefinitionException.class)
        .isThrownBy(() -> JSON.readValue("{}", Broken.class))
        .withMessageContaining("the default of state is not written as a value of Godot");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> JSON.readValue("{}", Unfit.class))
        .withMessageContaining("\"id\"");
  }

  @GodotRecord(typeKey = "kind")
  sealed interface Command {
    @GodotRecord
    @Key("move")
    record Move(Vector2 by) implements Command {}

    @GodotRecord
    record Say(String text) implements Command {}
  }

  record Commands(List<Command> all) {}

  @Test
  void bindsSealedInterfaceByTypeKey() {
    Commands commands =
        new Commands(List.of(new Command.Move(new Vector2(1, 2)), new Command.Say("hi")));
    String json = JSON.writeValueAsString(commands);
    assertThat(JSON.readTree(json))
        .isEqualTo(
            JSON.readTree(
                "{\"all\":[{\"kind\":\"move\",\"by\":{\"x\":1.0,\"y\":2.0}},"
                    + "{\"kind\":\"Say\",\"text\":\"hi\"}]}"));
    assertThat(JSON.readValue(json, Commands.class)).isEqualTo(commands);
    assertThat(JSON.writeValueAsString(new Command.Say("hi")))
        .isEqualTo("{\"kind\":\"Say\",\"text\":\"hi\"}");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> JSON.readValue("{\"kind\":\"fly\"}", Command.class))
        .withMessageContaining("fly");
    assertThatExceptionOfType(MismatchedInputException.class)
        .isThrownBy(() -> JSON.readValue("{\"text\":\"hi\"}", Command.class))
        .withMessageContaining("kind");
  }

  @GodotRecord(typeKey = "kind")
  sealed interface Weapon permits Bow {}

  @GodotRecord
  record Bow(int arrows) implements Weapon {}

  @GodotRecord
  record Armed(@DefaultValue("{\"kind\": \"Bow\", \"arrows\": 3}") Weapon weapon) {}

  @Test
  void readsTypeKeyOfDefault() {
    assertThat(JSON.readValue("{}", Armed.class)).isEqualTo(new Armed(new Bow(3)));
    assertThat(JSON.readValue("{\"weapon\":{\"kind\":\"Bow\",\"arrows\":4}}", Armed.class))
        .isEqualTo(new Armed(new Bow(4)));
  }
}
