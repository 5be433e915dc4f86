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

/** What the README says of save files, run as it is printed there. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

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

  @Test
  void theReadmePrintsTheTour() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/github/godotvariant/save/ReadmeTest.java"));
    StringBuilder tour = new StringBuilder();
    Matcher parts = Pattern.compile("// tour\n(.*?)// tour\n", Pattern.DOTALL).matcher(source);
    while (parts.find()) {
      tour.append(parts.group(1));
    }
    String readme = Files.readString(ROOT.resolve("README.md"));
    int start = readme.indexOf("\n## Save files\n");
    String save = readme.substring(start, readme.indexOf("\n## ", start + 1));
    Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(save);
    StringBuilder printed = new StringBuilder();
    while (blocks.find()) {
      printed.append(blocks.group(1));
    }
    assertThat(printed.toString().replaceAll("\\s", ""))
        .isNotEmpty()
        .isEqualTo(tour.toString().replaceAll("\\s", ""));
  }

  /** The optional libraries are called as they are in the build. */
  @Test
  void theReadmeNamesTheLibraries() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Matcher named =
        Pattern.compile("\\| `([\\w.]+):([\\w-]+):([\\w.-]+)` \\| `--add-modules [\\w.]+` \\|")
            .matcher(readme);
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
