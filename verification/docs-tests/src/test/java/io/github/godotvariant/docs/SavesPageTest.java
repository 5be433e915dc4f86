package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SavesPageTest {
  /** A row of the table of optional libraries: group, artifact and version. */
  private static final Pattern LIBRARY =
      Pattern.compile("\\| `([\\w.]+):([\\w-]+):([\\w.-]+)` \\| `--add-modules [\\w.]+` \\|");

  @Test
  void listsOptionalLibrariesInVersionsOfBuild() throws IOException {
    String pom = Files.readString(Documents.ROOT.resolve("pom.xml"));
    List<MatchResult> libraries =
        LIBRARY.matcher(Files.readString(Documents.SAVES)).results().toList();
    assertThat(libraries).extracting(row -> row.group(2)).containsExactly("zstd-jni", "dec");
    for (MatchResult library : libraries) {
      String property = library.group(2).equals("dec") ? "brotli.version" : "zstd.version";
      assertThat(pom)
          .contains("<artifactId>" + library.group(2) + "</artifactId>")
          .contains("<" + property + ">" + library.group(3) + "<");
    }
  }
}
