package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.ReplicationMode.ALWAYS;
import static io.github.godotvariant.multiplayer.ReplicationMode.NEVER;
import static io.github.godotvariant.multiplayer.ReplicationMode.ON_CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenes as Godot 4.6 saves them, unless a test says otherwise. */
class ProjectScenesTest {
  private static final String UNIT =
      """
      [gd_scene format=3 uid="uid://bunit"]

      [ext_resource type="Script" path="res://unit.gd" id="1_u"]

      [sub_resource type="SceneReplicationConfig" id="Config_input"]
      properties/0/path = NodePath(".:direction")
      properties/0/spawn = false
      properties/0/replication_mode = 1

      [sub_resource type="SceneReplicationConfig" id="Config_sync"]
      properties/0/path = NodePath(".:position")
      properties/0/spawn = true
      properties/0/replication_mode = 1
      properties/1/path = NodePath("Body Part:scale")
      properties/1/spawn = true
      properties/1/replication_mode = 2

      [node name="Unit" type="Node2D" unique_id=1189563314 groups=["units"]]
      script = ExtResource("1_u")
      metadata/note = "several
      lines ] = [node"

      [node name="Input" type="MultiplayerSynchronizer" parent="." unique_id=559142931]
      replication_config = SubResource("Config_input")

      [node name="Body Part" type="Node2D" parent="."]

      [node name="Sync" type="MultiplayerSynchronizer" parent="Body Part"]
      root_path = NodePath("../..")
      replication_config = SubResource("Config_sync")

      [node name="OfBodyPart" type="MultiplayerSynchronizer" parent="Body Part"]
      replication_config = SubResource("Config_input")
      """;

  private static final String MAIN =
      """
      [gd_scene format=3]

      [node name="World" type="Node2D"]

      [node name="Spawner" type="MultiplayerSpawner" parent="."]
      _spawnable_scenes = PackedStringArray("res://unit.tscn", "uid://bboss")
      spawn_path = NodePath("../Units")
      """;

  private static final List<Property> SYNC =
      List.of(
          new Property("position", ALWAYS, true), new Property("Body Part:scale", ON_CHANGE, true));
  private static final List<Property> INPUT = List.of(new Property("direction", ALWAYS, false));
  private static final List<Property> AURA = List.of(new Property("aura", NEVER, true));

  @TempDir Path project;

  @BeforeEach
  void createProject() throws IOException {
    write("project.godot", "config_version=5\n");
    write("unit.tscn", UNIT);
    write(
        "aura.tres",
        """
        [gd_resource type="SceneReplicationConfig" format=3]

        [resource]
        properties/0/path = NodePath(".:aura")
        properties/0/spawn = true
        properties/0/replication_mode = 0
        """);
    write(
        "boss.tscn",
        """
        [gd_scene format=3 uid="uid://bboss"]
        [ext_resource type="PackedScene" uid="uid://bunit" path="res://unit.tscn" id="1"]
        [ext_resource type="SceneReplicationConfig" path="res://aura.tres" id="2"]
        [node name="Boss" instance=ExtResource("1")]
        [node name="Aura" type="MultiplayerSynchronizer" parent="." index="0"]
        replication_config = ExtResource("2")
        """);
    write("main.tscn", MAIN);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(project.resolve(name), text);
  }

  private ProjectScenes scenes() throws IOException {
    return ProjectScenes.of(project);
  }

  private static List<List<List<Property>>> properties(Spawner spawner) {
    return spawner.scenes().stream()
        .map(scene -> scene.stream().map(ReplicationConfig::properties).toList())
        .toList();
  }

  @Test
  void readsSpawnerWithScenesInTreeOrder() throws IOException {
    Spawner spawner = scenes().spawner("res://main.tscn", "Spawner");
    assertThat(spawner.path()).isEqualTo("World/Spawner");
    assertThat(properties(spawner))
        .containsExactly(List.of(INPUT, SYNC), List.of(AURA, INPUT, SYNC));
  }

  @Test
  void omitsSynchronizersThatClientsOwn() throws IOException {
    assertThat(properties(scenes().spawner("res://main.tscn", "Spawner", "Input", "Aura")))
        .containsExactly(List.of(SYNC), List.of(SYNC));
  }

  /** The engine gave these roots to the synchronizers. */
  @ParameterizedTest
  @CsvSource({
    "., '', true",
    "., .., true",
    "., ../Body, false",
    "., ../.., false",
    "., ., false",
    "., /root/Unit, false",
    "Body, '', false",
    "Body, ../.., true",
    "Body, ./../.././., true",
    "Body, ../../Body/.., true"
  })
  void readsOnlySynchronizersOfSceneRoot(String parent, String rootPath, boolean isRead)
      throws IOException {
    write(
        "unit.tscn",
        """
        [gd_scene format=3]
        [ext_resource type="SceneReplicationConfig" path="res://aura.tres" id="2"]
        [node name="Unit" type="Node2D"]
        [node name="Body" type="Node2D" parent="."]
        [node name="Sync" type="MultiplayerSynchronizer" parent="%s"]
        replication_config = ExtResource("2")
        """
                .formatted(parent)
            + (rootPath.isEmpty() ? "" : "root_path = NodePath(\"" + rootPath + "\")\n"));
    write("main.tscn", MAIN.replace(", \"uid://bboss\"", ""));
    assertThat(properties(scenes().spawner("res://main.tscn", "Spawner")))
        .containsExactly(isRead ? List.of(AURA) : List.of());
    assertThat(
            scenes()
                .synchronizer("res://unit.tscn", parent.equals(".") ? "Sync" : "Body/Sync")
                .properties())
        .isEqualTo(AURA);
  }

  @Test
  void readsSynchronizerOfInstancedScene() throws IOException {
    write(
        "level.tscn",
        """
        [gd_scene format=3]
        [ext_resource type="PackedScene" path="res://unit.tscn" id="1"]
        [ext_resource type="SceneReplicationConfig" path="res://aura.tres" id="2"]
        [node name="Level" type="Node"]
        [node name="A" parent="." instance=ExtResource("1")]
        [node name="B" parent="." instance=ExtResource("1")]
        [node name="Sync" parent="B/Body Part" index="0"]
        replication_config = ExtResource("2")
        [editable path="B"]
        """);
    assertThat(scenes().synchronizer("res://level.tscn", "A/Body Part/Sync").properties())
        .isEqualTo(SYNC);
    assertThat(scenes().synchronizer("res://level.tscn", "B/Body Part/Sync").properties())
        .isEqualTo(AURA);
  }

  /** Godot 4.6 gave these modes to a configuration without modes, and to one of Godot 4.1. */
  @ParameterizedTest
  @CsvSource({
    "'', ALWAYS, true",
    "sync = false, NEVER, true",
    "sync = true, ALWAYS, true",
    "watch = true, ON_CHANGE, true",
    "spawn = false, ALWAYS, false"
  })
  void usesDefaultsOfEngine(String line, ReplicationMode mode, boolean isSpawned)
      throws IOException {
    write(
        "old.tres",
        "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n"
            + "properties/0/path = NodePath(\".:a\")\n"
            + (line.isEmpty() ? "" : "properties/0/" + line + "\n"));
    write(
        "old.tscn",
        """
        [gd_scene format=3]
        [ext_resource type="SceneReplicationConfig" path="res://old.tres" id="1"]
        [node name="Sync" type="MultiplayerSynchronizer"]
        replication_config = ExtResource("1")
        """);
    assertThat(scenes().synchronizer("res://old.tscn", ".").properties())
        .containsExactly(new Property("a", mode, isSpawned));
  }

  @Test
  void namesNodesThatExist() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenes().spawner("res://main.tscn", "Spawners"))
        .withMessage("res://main.tscn has no MultiplayerSpawner at Spawners; it has [Spawner]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenes().synchronizer("res://unit.tscn", "."))
        .withMessage(
            "res://unit.tscn has no MultiplayerSynchronizer at .; it has [Input, Body Part/Sync,"
                + " Body Part/OfBodyPart]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenes().spawner("res://main.tscn", "Spawner", "Inputs"))
        .withMessage("no scene of res://main.tscn Spawner has a synchronizer [Inputs]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [node name="A" type="Node"]                 | bad.tscn is not a scene or resource in Godot's text format
          [gd_scene format=3]                         | bad.tscn has no nodes
          [gd_scene format=3                          | bad.tscn: no = after a key at character 18
          [gd_scene format=(                          | bad.tscn: a value at character 17 does not end
          [gd_scene uid="                             | bad.tscn: a string at character 14 does not end
          [gd_scene][node name=A]                     | bad.tscn: a value cannot begin with the word A in "A"
          [gd_scene][node name="A" instance=ExtResource("9")] | bad.tscn has no ext_resource
          """)
  void rejectsMalformedScene(String text, String message) throws IOException {
    write("bad.tscn", text);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().synchronizer("res://bad.tscn", "Sync"))
        .withMessageStartingWith(message);
  }

  @Test
  void rejectsSceneThatContainsItself() throws IOException {
    String text =
        "[gd_scene]\n[ext_resource path=\"res://%s\" id=1]\n[node name=\"A\" "
            + "instance=ExtResource(1)]\n";
    write("a.tscn", text.formatted("b.tscn"));
    write("b.tscn", text.formatted("a.tscn"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().synchronizer("res://a.tscn", "."))
        .withMessage("a.tscn contains itself");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"res://../secret.tscn", "res://missing.tscn", "uid://missing", "res://a.scn"})
  void rejectsFilesThatCannotBeRead(String scene) throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().spawner(scene, "Spawner"));
  }

  @Test
  void rejectsPathThatCannotBeFile() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().spawner("res://a\0.tscn", "Spawner"))
        .withMessageStartingWith("not the path of a file: ");
  }

  @Test
  void namesFileThatIsNotUtf8() throws IOException {
    Files.write(project.resolve("bad.tscn"), new byte[] {'[', (byte) 0xFF});
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().synchronizer("res://bad.tscn", "Sync"))
        .withMessage("bad.tscn is not in UTF-8");
  }

  @Test
  void ignoresUnrelatedMalformedFilesWhenItLooksForUid() throws IOException {
    write("a.tscn", "not a scene");
    write("b.tscn", "");
    write("c.tscn", "[gd_scene uid=");
    Files.write(project.resolve("d.tscn"), new byte[] {(byte) 0xFF});
    Files.createDirectory(project.resolve("e.tscn"));
    assertThat(scenes().synchronizer("uid://bunit", "Input").properties()).isEqualTo(INPUT);
  }

  @Test
  void readsOnlyFirstLineWhenItLooksForUid() throws IOException {
    byte[] firstLine = "[gd_scene uid=\"uid://bunit\"]\n".getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(firstLine, firstLine.length + 1);
    text[firstLine.length] = (byte) 0xFF;
    Files.delete(project.resolve("unit.tscn"));
    Files.write(project.resolve("moved.tscn"), text);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scenes().synchronizer("uid://bunit", "Input"))
        .withMessage("moved.tscn is not in UTF-8");
  }

  @Test
  void findsMovedFilesByUid() throws IOException {
    Files.move(project.resolve("unit.tscn"), project.resolve("moved.tscn"));
    write(
        "unit.tscn", // another scene with the old path
        """
        [gd_scene format=3 uid="uid://bother"]
        [node name="Other" type="Node"]
        """);
    Files.delete(project.resolve("aura.tres"));
    write(
        "moved.tres",
        """
        [gd_resource type="SceneReplicationConfig" format=3 uid="uid://baura"]
        [resource]
        properties/0/path = NodePath(".:aura")
        properties/0/replication_mode = 0
        """);
    write(
        "boss.tscn",
        """
        [gd_scene format=3]
        [ext_resource type="PackedScene" uid="uid://bunit" path="res://unit.tscn" id="1"]
        [ext_resource type="Resource" uid="uid://baura" path="res://aura.tres" id="2"]
        [node name="Boss" instance=ExtResource("1")]
        [node name="Aura" type="MultiplayerSynchronizer" parent="."]
        replication_config = ExtResource("2")
        """);
    assertThat(scenes().synchronizer("res://boss.tscn", "Input").properties()).isEqualTo(INPUT);
    assertThat(scenes().synchronizer("res://boss.tscn", "Aura").properties()).isEqualTo(AURA);
  }

  /** An exported game omits these nodes too. */
  @Test
  void omitsNodesThatInheritedSceneNoLongerHas() throws IOException {
    write(
        "boss.tscn",
        """
        [gd_scene format=3 uid="uid://bboss"]
        [ext_resource type="PackedScene" path="res://unit.tscn" id="1"]
        [ext_resource type="SceneReplicationConfig" path="res://aura.tres" id="2"]
        [node name="Boss" instance=ExtResource("1")]
        [node name="Added" type="MultiplayerSynchronizer" parent="Removed"]
        replication_config = ExtResource("2")
        [node name="Changed" parent="." index="0"]
        visible = false
        [node name="Below" type="MultiplayerSynchronizer" parent="Changed"]
        root_path = NodePath("../..")
        replication_config = ExtResource("2")
        """);
    assertThat(properties(scenes().spawner("res://main.tscn", "Spawner")))
        .containsExactly(List.of(INPUT, SYNC), List.of(INPUT, SYNC));
  }

  @Test
  void acceptsRepeatedNamesOfSynchronizers() throws IOException {
    assertThat(properties(scenes().spawner("res://main.tscn", "Spawner", "Input", "Input")))
        .containsExactly(List.of(SYNC), List.of(AURA, SYNC));
  }

  /** Reading a prefix of a scene returns a result or throws an {@link IOException}. */
  @Test
  void readsOrRejectsTruncatedScene() throws IOException {
    for (int length = 0; length < UNIT.length(); length++) {
      write("unit.tscn", UNIT.substring(0, length));
      try {
        assertThat(scenes().synchronizer("res://unit.tscn", "Input")).isNotNull();
      } catch (IOException | IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("unit.tscn");
      }
    }
  }
}
