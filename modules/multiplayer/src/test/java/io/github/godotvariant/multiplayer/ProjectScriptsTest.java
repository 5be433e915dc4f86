package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectScriptsTest {
  @TempDir Path project;

  @BeforeEach
  void createProject() throws IOException {
    write("project.godot", "config_version=5\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static RpcMethods names(String... names) {
    return RpcMethods.annotated(List.of(names));
  }

  private void assertMethods(String script, String... names) throws IOException {
    assertThat(ProjectScripts.of(project).methods(script).toString())
        .isEqualTo(names(names).toString());
  }

  /** The numbers are those of Godot 4.6. */
  @Test
  void includesMethodsOfBaseClasses() throws IOException {
    write(
        "world_base.gd",
        """
        extends Node
        var tag = "base"
        @rpc("any_peer") func base_b(a): print(tag, " base_b ", a)
        @rpc("any_peer") func mid(a): print(tag, " base mid ", a)
        """);
    write(
        "world_derived.gd",
        """
        extends "res://world_base.gd"
        @rpc("any_peer") func a_first(a): print(tag, " a_first ", a)
        @rpc("any_peer") func mid(a): print(tag, " derived mid ", a)
        @rpc("any_peer") func zzz(a): print(tag, " zzz ", a)
        func plain(a): print(tag, " plain ", a)
        """);
    assertMethods("res://world_derived.gd", "a_first", "base_b", "mid", "zzz");
    assertMethods("res://world_base.gd", "base_b", "mid");
  }

  @Test
  void readsAllNotations() throws IOException {
    write(
        "nodes/player.gd",
        """
        @tool
        class_name Player extends "../bases/unit.gd"
        ## @rpc func in_a_comment():
        const TEXT := \"\"\"
        @rpc
        func in_a_text():
        \"\"\"
        @rpc
        func alone() -> void:
        \tpass

        @rpc(
        \t"any_peer", # sender
        \t"call_local"
        )
        @warning_ignore("unused_parameter")
        func over_lines(a: int = max(1, 2)):
        \tvar s = '@rpc'
        @rpc("authority") static func still():
        \tpass
        @export var hp := 5
        func not_remote(): pass
        class Inner:
        \t@rpc func of_inner(): pass
        @rpc("any_peer") func ärger(): pass
        """);
    write("bases/unit.gd", "extends Node2D\n@rpc func hit(n): pass\n");
    assertMethods("res://nodes/player.gd", "alone", "hit", "over_lines", "still", "ärger");
  }

  @Test
  void findsBaseByClassName() throws IOException {
    write("a.gd", "extends Base\n@rpc func a(): pass\n");
    write("deep/base.gd", "extends Node\nclass_name Base\n@rpc func b(): pass\n");
    assertMethods("res://a.gd", "a", "b");
    assertMethods("a.gd", "a", "b");
  }

  @Test
  void rejectsUnreadableScripts() throws IOException {
    ProjectScripts scripts = ProjectScripts.of(project);
    write("self.gd", "extends \"self.gd\"");
    write("out.gd", "extends \"../../etc/passwd\"");
    assertThatThrownBy(() -> scripts.methods("res://self.gd"))
        .isInstanceOf(IOException.class)
        .hasMessage("self.gd extends itself");
    assertThatThrownBy(() -> scripts.methods("res://out.gd"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("is not in the project");
    assertThatThrownBy(() -> scripts.methods("res://missing.gd")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> scripts.methods("res://world.tscn"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".gd file");
    assertThatThrownBy(() -> ProjectScripts.of(project.resolve("deep")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no project.godot in ");
  }

  /** The scan ends for every prefix of a script. */
  @Test
  void readsTruncatedScripts() {
    String script = "@rpc(\"a\", \"\"\"b\\\"\"\")\nfunc f('x\\'): \\\n#\nextends \"q";
    for (int i = 0; i <= script.length(); i++) {
      assertThat(ScriptOutline.of(script.substring(0, i)).remoteMethods()).hasSizeLessThan(2);
    }
  }

  @Test
  void readsMethodsOfScript() throws IOException {
    write("world.gd", "extends Node\n@rpc(\"any_peer\") func move(to): pass\n");
    ProjectScripts scripts = ProjectScripts.of(project); // the folder of project.godot
    RpcMethods world = scripts.methods("res://world.gd");
    assertThat(world.number("move")).contains(0);
  }
}
