package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connects a game with a script error to {@code gdvar listen}, which continues the game. */
class ListenTest {
  private static final String SCRIPT =
      """
      extends Node

      var enemy = null
      var frames = 0

      func _ready():
      	print("ready")
      	push_warning("careful")
      	hit(7)
      	print("after the error")

      func hit(damage):
      	enemy.hp -= damage

      func _process(_delta):
      	frames += 1
      	if frames == 5:
      		get_tree().quit()
      """;

  @TempDir Path project;

  @ParameterizedTest
  @EnumSource(
      value = Release.class,
      names = {"GODOT_4", "GODOT_3_6"})
  void printsErrorWithStack(Release release) throws IOException, InterruptedException {
    LiveEngine engine = Engines.of(release);
    writeProject(release == Release.GODOT_4);
    for (String form : List.of("", "--json")) {
      Process gdvar = listen(form);
      try (BufferedReader errors = gdvar.errorReader(StandardCharsets.UTF_8)) {
        String address = errors.readLine().replaceAll(".*tcp://(127\\.0\\.0\\.1:\\d+).*", "$1");
        String url = release == Release.GODOT_4 ? "tcp://" + address : address;
        ProcessResult process = engine.play(project, "--remote-debug", url);
        assertThat(process.isSuccess()).as(process.toString()).isTrue();
        String printed = new String(gdvar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(gdvar.waitFor()).as(printed).isZero();
        check(release == Release.GODOT_4, form.isEmpty(), printed);
        assertThat(errors.readLine()).isNull();
      } finally {
        gdvar.destroy();
      }
    }
  }

  private static void check(boolean isGodot4, boolean isText, String printed) {
    String problem =
        isGodot4
            ? "Invalid access to property or key 'hp' on a base object of type 'Nil'."
            : "Invalid get index 'hp' (on base: 'Nil').";
    if (isText) {
      assertThat(printed)
          .contains("game 1 runs on Godot " + (isGodot4 ? 4 : 3) + "\n", "\nready\n")
          .contains("WARNING: careful\n   at: _ready (res://main.gd:8)\n")
          .containsOnlyOnce(
              "ERROR: "
                  + problem
                  + "\n   at: hit (res://main.gd:13)\n   by: _ready (res://main.gd:9)\n")
          .contains("\nafter the error\n")
          .endsWith("game 1 ended\n");
      assertThat(printed.split(Pattern.quote(problem), -1)).hasSize(2);
    } else {
      assertThat(printed.lines())
          .contains(
              "{\"game\":1,\"kind\":\"error\",\"text\":\""
                  + problem
                  + "\",\"halted\":true,\"stack\":["
                  + "{\"function\":\"hit\",\"file\":\"res://main.gd\",\"line\":13},"
                  + "{\"function\":\"_ready\",\"file\":\"res://main.gd\",\"line\":9}]}",
              "{\"game\":1,\"kind\":\"output\",\"text\":\"after the error\",\"error\":false}")
          .last()
          .isEqualTo("{\"game\":1,\"kind\":\"ended\"}");
    }
  }

  private static Process listen(String form) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.godotvariant.cli.Main",
                "listen",
                "--once",
                "--port",
                "0"));
    if (!form.isEmpty()) {
      command.add(form);
    }
    return new ProcessBuilder(command).start();
  }

  private void writeProject(boolean isGodot4) throws IOException {
    Files.writeString(
        project.resolve("project.godot"),
        """
        config_version=%d

        [application]
        config/name="broken"
        run/main_scene="res://main.tscn"
        """
            .formatted(isGodot4 ? 5 : 4));
    Files.writeString(
        project.resolve("main.tscn"),
        """
        [gd_scene load_steps=2 format=%d]

        [ext_resource type="Script" path="res://main.gd" id=%s]

        [node name="Main" type="Node"]
        script = ExtResource(%s)
        """
            .formatted(isGodot4 ? 3 : 2, isGodot4 ? "\"1\"" : "1", isGodot4 ? "\"1\"" : " 1 "));
    Files.writeString(project.resolve("main.gd"), SCRIPT);
  }
}
