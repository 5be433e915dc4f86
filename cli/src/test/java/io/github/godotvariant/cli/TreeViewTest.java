package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeViewTest {
  @TempDir Path folder;

  @Test
  void wideCharactersAreAligned() throws IOException {
    String file = folder.resolve("wide").toString();
    byte[] text = "{\"日本\": 1, \"abcdef\": 2, \"😀e\u0301\": 3}".getBytes(StandardCharsets.UTF_8);
    assertThat(Run.gdvarWith(text, "encode", "--from", "text", "-", "-o", file).code()).isZero();
    assertThat(Run.gdvar("inspect", file).out())
        .contains("─ \"日本\"    int  1\n", "─ \"abcdef\"  int  2\n", "─ \"😀e\u0301\"     int  3\n");
  }
}
