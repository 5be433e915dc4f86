package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests saves of Godot 3 with several equal dictionaries as keys. */
class EqualKeysTest {
  private static final SaveFormat GODOT_3 = SaveFormat.of(Dialect.GODOT_3);

  @TempDir Path folder;
  private Path save;

  private static Variant twins(int first, int second) {
    return VariantDictionary.builder()
        .keyRule(KeyRule.GODOT_3)
        .put("b", 0)
        .put(VariantDictionary.of("a", 1), first)
        .put(VariantDictionary.of("a", 1), second)
        .build();
  }

  private Path write(String name, Variant... values) throws IOException {
    Path file = folder.resolve(name);
    GODOT_3.write(file, List.of(values));
    return file;
  }

  @BeforeEach
  void writeSave() throws IOException {
    save = write("save", twins(1, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "text-godot-3", "json"})
  void keepsAllEntries(String form) throws IOException {
    Path text = folder.resolve("text");
    Path again = folder.resolve("again");
    Files.writeString(
        text, Run.gdvar("decode", "--to", form, save.toString(), "--dialect", "godot-3").out());
    String[] encode = Run.words("encode --from %s %s --dialect godot-3 -o %s", form, text, again);
    assertThat(Run.gdvar(encode)).isEqualTo(new Run(0, "", ""));
    assertThat(Run.gdvar("diff", save.toString(), again.toString())).isEqualTo(new Run(0, "", ""));
    assertThat(Files.size(again)).isEqualTo(Files.size(save));
  }

  @Test
  void comparesEqualKeysInOrder() throws IOException {
    Path other = write("other", twins(1, 3));
    assertThat(Run.gdvar("diff", save.toString(), other.toString()).out())
        .containsOnlyOnce("~")
        .contains("int 2 → int 3");
    Path fewer = write("fewer", VariantDictionary.of("b", 0, VariantDictionary.of("a", 1), 1));
    assertThat(Run.gdvar("diff", save.toString(), fewer.toString()).out())
        .startsWith("- ")
        .contains("int 2")
        .hasLineCount(1);
    assertThat(Run.gdvar("diff", fewer.toString(), save.toString()).out())
        .startsWith("+ ")
        .contains("int 2")
        .hasLineCount(1);
  }
}
