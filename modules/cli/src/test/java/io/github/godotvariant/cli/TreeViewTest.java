package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Quaternion;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeViewTest {
  @TempDir Path folder;

  @Test
  void alignsWideCharacters() throws IOException {
    String file = folder.resolve("wide").toString();
    byte[] text = "{\"日本\": 1, \"abcdef\": 2, \"😀e\u0301\": 3}".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(text, "encode", "--from", "text", "-", "-o", file).code()).isZero();
    assertThat(Run.gdvar("inspect", file).out())
        .contains("─ \"日本\"    int  1\n", "─ \"abcdef\"  int  2\n", "─ \"😀e\u0301\"     int  3\n");
  }

  @Test
  void distinguishesKeysOfDifferentTypes() throws IOException {
    List<String> keys =
        List.of(
            "\"a\"",
            "&\"b\"",
            "NodePath(\"a\")",
            "1",
            "1.0",
            "PackedByteArray(1)",
            "PackedInt32Array(1)",
            "true",
            "null",
            "Vector2(0, 1)",
            "Vector2i(0, 1)",
            "Plane(0, 0, 0, 1)",
            "Color(0, 0, 0, 1)",
            "Quaternion(0, 0, 0, 1)",
            "Vector4i(0, 0, 0, 1)");
    VariantDictionary.Builder all = VariantDictionary.builder();
    for (String key : keys) {
      all.put(VariantText.GODOT_4.parse(key), 7);
    }
    Path file = folder.resolve("keys");
    Files.write(file, VariantCodec.GODOT_4.encode(all.build()));
    for (String view : List.of("--full", "--bytes")) {
      String out = Run.gdvar("inspect", view, "--dialect", "godot-4", file.toString()).out();
      for (String key : keys) {
        assertThat(
                out.lines()
                    .filter(
                        line ->
                            line.contains(
                                view.equals("--full") ? "─ " + key + " " : " " + key + " header")))
            .as("%s in %s", key, out)
            .hasSize(1);
      }
    }
    // The name of the type in the dialect.
    Files.write(
        file, VariantCodec.GODOT_3.encode(VariantDictionary.of(new Quaternion(0, 0, 0, 1), 7)));
    assertThat(Run.gdvar("inspect", "--dialect", "godot-3", file.toString()).out())
        .contains(" Quat(0, 0, 0, 1)  int");
  }
}
