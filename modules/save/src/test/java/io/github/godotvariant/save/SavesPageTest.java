package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and {@code docs/saves.md} say of save files, run as it is printed there. */
class SavesPageTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir Path folder;

  @Test
  void theTourWorks() throws IOException {
    Path path = folder.resolve("player.save");
    String secret = "pw";
    SaveFormat encrypted =
        SaveFormat.of(Dialect.GODOT_4).encrypted(EncryptionKey.ofPassword(secret));
    List<Variant> before = List.of(VariantDictionary.of("gold", 5, "hp", 87), Variant.of(2.5));
    encrypted.write(path, before);
    // tour
    SaveFile.edit(
        path,
        SaveOptions.password(secret),
        values -> {
          VariantDictionary player = values.get(0).asDictionary();
          values.set(0, player.with("gold", player.getInt("gold") + 100));
          return values;
        });
    // tour
    try (SaveFile save = SaveFile.open(path, SaveOptions.password(secret))) {
      assertThat(save).hasToString("GDEC (Godot 4, AES-256-CFB) > store_var, godot-4");
      assertThat(save.values())
          .containsExactly(VariantDictionary.of("gold", 105, "hp", 87), Variant.of(2.5));
    }
    // tour
    SaveFormat.of(Dialect.GODOT_4)
        .compressed(Compression.GZIP)
        .write(path, List.of(VariantDictionary.of("name", "Ada", "gold", 100)));
    // tour
    try (SaveFile save = SaveFile.open(path)) {
      assertThat(save).hasToString("GCPF (GZip, blocks of 4096) > store_var, godot-4");
      assertThat(save.values()).containsExactly(VariantDictionary.of("name", "Ada", "gold", 100));
    }
  }

  /** The optional libraries are called as they are in the build. */
  @Test
  void thePageNamesTheLibraries() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/saves.md"));
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Matcher named =
        Pattern.compile("\\| `([\\w.]+):([\\w-]+):([\\w.-]+)` \\| `--add-modules [\\w.]+` \\|")
            .matcher(page);
    List<String> names = new ArrayList<>();
    while (named.find()) {
      names.add(named.group(2));
      assertThat(pom)
          .contains("<artifactId>" + named.group(2) + "</artifactId>")
          .contains("<" + property(named.group(2)) + ">" + named.group(3) + "<");
    }
    assertThat(names).containsExactly("zstd-jni", "dec");
  }

  private static String property(String artifact) {
    return artifact.equals("dec") ? "brotli.version" : "zstd.version";
  }
}
