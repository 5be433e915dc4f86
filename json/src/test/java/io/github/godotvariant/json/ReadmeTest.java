package io.github.godotvariant.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README says of text and JSON, run as it is printed there. */
class ReadmeTest {
  @Test
  void theTourWorks() {
    // tour
    Variant value = VariantText.GODOT_4.parse("{\"cell\": Vector2i(3, 4), \"tags\": [&\"a\"]}");
    String text = VariantText.GODOT_4.print(value);
    String lossless = NativeJson.GODOT_4.write(value);
    String plain = PlainJson.DEFAULT.write(value); // {"cell":{"x":3,"y":4},"tags":["a"]}
    // tour
    assertThat(value)
        .isEqualTo(
            VariantDictionary.of(
                "cell", new Vector2i(3, 4), "tags", VariantArray.of(StringName.of("a"))));
    assertThat(VariantText.GODOT_4.parse(text)).isEqualTo(value);
    assertThat(NativeJson.GODOT_4.read(lossless)).isEqualTo(value);
    assertThat(plain).isEqualTo("{\"cell\":{\"x\":3,\"y\":4},\"tags\":[\"a\"]}");
  }

  @Test
  void theReadmePrintsTheTour() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/github/godotvariant/json/ReadmeTest.java"));
    String readme = Files.readString(Path.of("../README.md")).replaceAll(" +", " ");
    String[] lines = source.split("// tour\n", 3)[1].strip().split("\n");
    assertThat(lines).hasSize(4);
    for (String line : lines) {
      assertThat(readme).contains(line.strip().replaceAll(" +", " "));
    }
  }
}
