package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.testkit.GodotEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs scripts with the engine of the test kit. */
class ScriptRunsTest {
  private static final Variant VALUE = VariantDictionary.of("hp", 5, "at", new Vector2(1, 2));

  @TempDir Path folder;

  private GodotEngine engine(Release release) throws IOException {
    return GodotEngine.at(Engines.of(release).writeProgram(folder));
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void returnsResultOfScript(Release release) throws IOException {
    GodotEngine godot = engine(release);
    assertThat(godot.codec().dialect().name()).isEqualTo(release.codec().dialect().name());
    assertThat(godot.run("func run(value):\n\treturn [value, 1.5]\n", VALUE))
        .isEqualTo(VariantArray.of(VALUE, 1.5));
    assertThat(godot.run("func run(value):\n\tprint(value)\n", VALUE)).isEqualTo(Variant.NIL);
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void waitsForNodeInSceneTree(Release release) throws IOException {
    String wait =
        release.isGodot4() ? "await get_tree().process_frame" : "yield(get_tree(), \"idle_frame\")";
    String source = "extends Node\nfunc run(value):\n\t" + wait + "\n\treturn is_inside_tree()\n";
    assertThat(engine(release).run(source, VALUE)).isEqualTo(Variant.of(true));
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void loadsFilesNextToScript(Release release) throws IOException {
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.writeString(scripts.resolve("other.gd"), "static func twice(x):\n\treturn 2 * x\n");
    Path script =
        Files.writeString(
            scripts.resolve("main.gd"),
            "const Other = preload(\"other.gd\")\nfunc run(value):\n\treturn Other.twice(value)\n");
    assertThat(engine(release).runFile(script, Variant.of(21))).isEqualTo(Variant.of(42));
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void reportsErrorsOfScripts(Release release) throws IOException {
    GodotEngine godot = engine(release);
    assertFails(godot, "func run(value):\n\treturn value.missing\n", "has an error", "missing");
    assertFails(godot, "func run(value)\n", "has an error", "Parse Error");
    assertFails(godot, "func run():\n\treturn 1\n", "has an error", "run");
    assertFails(godot, "func walk(value):\n\treturn 1\n", "no result", "no function run");
    assertFails(godot, "func run(value):\n\tOS.kill(OS.get_process_id())\n", "no result", "");
    assertFails(
        godot.withTimeout(Duration.ofSeconds(2)),
        "func run(value):\n\twhile true:\n\t\tpass\n",
        "did not end within 2000 ms",
        "");
  }

  private static void assertFails(
      GodotEngine godot, String source, String problem, String message) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> godot.run(source, VALUE))
        .withMessageStartingWith("the script in Godot " + godot.version())
        .withMessageContaining(problem)
        .withMessageContaining(message);
  }
}
