package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inspects malformed dictionaries of Godot 3, which could be read as matrices of Godot 4. */
class BrokenGodot3Test {
  private static final byte[] SAVE =
      SaveFormat.of(Dialect.GODOT_3)
          .toByteArray(
              List.of(VariantDictionary.of("a", 1, "b", VariantArray.of(1.5, 0.1, "héé"))));

  /** Offset after the length and the header of the value; without them, it cannot be recognised. */
  private static final int START = 8;

  @TempDir Path folder;

  private String firstLine(byte[] bytes, String... more) throws IOException {
    Path file = Files.write(folder.resolve("save"), bytes);
    List<String> args = new ArrayList<>(List.of("inspect", file.toString()));
    args.addAll(List.of(more));
    return Run.gdvar(args.toArray(String[]::new)).out().lines().findFirst().orElse("");
  }

  /** The bytes can be read in only one mode for objects. */
  @Test
  void readsObjectAsIdOnly() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("1000000011000000ffffffff0000000000000000");
    Path file = Files.write(folder.resolve("save"), bytes);
    Run run = Run.gdvar("inspect", "--framing", "store-var", file.toString());
    assertThat(run.err()).doesNotContain("internal error");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void recognizesTruncatedSaves() throws IOException {
    for (int length = START; length < SAVE.length; length++) {
      assertThat(firstLine(Arrays.copyOf(SAVE, length)))
          .isEqualTo("store_var > 1 value, 1 broken, godot-3, " + length + " bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0xFF, 0x80, 1})
  void recognizesDamagedSaves(int bits) throws IOException {
    for (int i = START; i < SAVE.length; i++) {
      byte[] damaged = SAVE.clone();
      damaged[i] ^= (byte) bits;
      assertThat(firstLine(damaged))
          .as("byte %d", i)
          .doesNotContain("godot-4")
          .doesNotContain("unknown");
      assertThat(firstLine(damaged, "--dialect", "godot-3")).as("byte %d", i).contains("godot-3");
    }
  }
}
