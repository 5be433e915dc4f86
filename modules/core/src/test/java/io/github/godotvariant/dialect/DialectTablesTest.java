package io.github.godotvariant.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables, made anew: the presets are made from them once for each JVM. */
class DialectTablesTest {
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", ".")).resolve("../../docs/format.md").normalize();

  private static List<Dialect> made() {
    return List.of(
        DialectTables.godot3(),
        DialectTables.godot40(),
        DialectTables.godot43(),
        DialectTables.godot44(),
        DialectTables.manual30(),
        DialectTables.manual35(),
        DialectTables.manual40Dev(),
        DialectTables.manual4());
  }

  @Test
  void areThoseOfThePage() throws IOException {
    String page = Files.readString(PAGE);
    for (Dialect dialect : made()) {
      assertThat(page)
          .contains(
              "<!-- table: "
                  + dialect.name()
                  + " -->\n"
                  + DialectPrinter.MARKDOWN.describe(dialect)
                  + "<!-- end -->");
    }
  }

  /** The page does not say everything: not which keys are the same, for one. */
  @Test
  void areThoseOfThePresets() {
    assertThat(made()).isSubsetOf(Dialect.presets());
  }
}
